"""The item page: what it shows of each type, to whom, at what cost, and at which address."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine

from hub.core import operations
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from items.models import Item, ShortCode
from tests.counting import counted
from tests.items.item_pages import HTMX, browser, page, words
from tests.world import Persona, World

AT = "2026-10-11T08:30:00Z"
BOARDS = {
    "strategy": "strategy",
    "initiative": "initiatives",
    "task": "web-delivery",
    "document": "web-delivery",
    "adr": "web-adrs",
}


def item_page(persona: Persona, code: str) -> Any:
    """The result that the page shows."""
    call = Call(persona.principal, Surface.PAGE)
    return operations.get("item_page").run(call, {"short_code": code}).result


@pytest.mark.parametrize(("item_type", "board"), BOARDS.items())
def test_shows_of_each_type_what_get_item_shows(world: World, item_type: str, board: str) -> None:
    code = world.create(item_type, board=board, title="A & B", content="# Head\n\nSome **text**.")
    world.alice.run("append_note", short_code=code, text="A *note*.")
    detail = world.alice.result("get_item", short_code=code)
    assert item_page(world.alice, code).item == detail
    html = page(world.alice, code)
    shown = words(html)
    assert "<h1>A &amp; B</h1>" in html
    assert "<h3>Head</h3>\n<p>Some <strong>text</strong>.</p>" in html
    assert "<p>A <em>note</em>.</p>" in html
    for name, value in detail.fields.items():
        assert f"{name.capitalize()} {value}" in shown
    assert f"Version {detail.version}" in shown
    assert f"by {detail.created_by.name}" in shown
    if detail.column:
        assert f"{detail.column}" in shown
        assert re.findall(r'name="to_column" value="([^"]+)"', html) == list(detail.next)
    else:
        assert 'name="to_column"' not in html


def test_shows_claim_state_parent_and_edges_in_words(world: World) -> None:
    initiative = world.create("initiative", board="initiatives", title="The whole")
    code, other, done = world.task(parent=initiative), world.task(title="First"), world.task(title="Before")
    world.move(done, "Todo", "Active", "Completed")
    world.move(initiative, "Design", "Ready", "Decompose")
    world.alice.run("transition_item", short_code=initiative, to_column="Active", claim=True)
    for blocker in (other, done):
        world.alice.run("link_items", source=blocker, target=code, relationship="blocks")
    world.alice.run("link_items", source=code, target=world.task(title="Next"), relationship="informs")
    world.robo.run("transition_item", short_code=code, to_column="Todo")
    world.robo.run("transition_item", short_code=code, to_column="Active")
    world.robo.run(
        "set_state", short_code=code, branch="feature/x", commit="abc1234", pushed=False,
        pr_url="https://example.com/pr/1", next_step="Ask for a review.",
    )  # fmt: skip
    shown = words(page(world.alice, code))
    assert f"Blocked by 2 Task {other} First" in shown
    assert f"Task {done} Before done" in shown
    assert re.search(r"Informs 1 Task WEB-T-\d{4} Next", shown)
    assert "Claim BO Bob (agent) since now" in shown
    assert (
        "State Branch feature/x Commit abc1234 Pushed not pushed PR https://example.com/pr/1 "
        "Next Ask for a review. updated now by Bob (agent)"
    ) in shown
    assert f"Parent Initiative {initiative} The whole" in shown
    assert f"Children 1 Task {code} A task" in words(page(world.alice, initiative))


def test_shows_that_and_why_it_is_cancelled(world: World) -> None:
    code = world.task(title="Not now")
    with time_machine.travel(AT, tick=False):
        world.alice.run("cancel_item", short_code=code, reason="Somebody else does it.")
        html = page(world.alice, code)
    assert '<h1 class="struck">Not now</h1>' in html
    assert "Cancelled by Alice now : Somebody else does it." in words(html)
    assert f'action="/items/{code}/reopen/"' in html
    assert f'action="/items/{code}/cancel/"' not in html


@pytest.mark.rule("append_note.12")
def test_anchors_each_note_by_its_id(world: World) -> None:
    code = world.task()
    for number in range(1, 4):
        world.robo.run("append_note", short_code=code, text=f"Note {number}")
    html = page(world.bob, code)
    assert re.findall(r'<article class="note" id="([^"]+)"', html) == ["n-1", "n-2", "n-3"]
    assert re.findall(r'<a class="note-anchor" href="(#[^"]+)"', html) == ["#n-1", "#n-2", "#n-3"]
    assert "Bob (agent)" in words(html)


def test_a_page_costs_the_same_number_of_queries_whatever_hangs_on_the_item(world: World) -> None:
    initiative = world.create("initiative", board="initiatives")
    code = world.task(world.carol)
    client = browser(world.bob)
    client.get(f"/items/{code}/")  # what is prepared once
    with counted() as few:
        assert client.get(f"/items/{code}/").status_code == 200
    world.alice.run("set_parent", short_code=code, parent=initiative)
    for _ in range(12):
        world.bob.run("append_note", short_code=code, text="See WEB-T-0001.")
        world.alice.run("link_items", source=world.task(), target=code, relationship="blocks")
    with counted() as many:
        assert client.get(f"/items/{code}/").status_code == 200
    assert len(many) <= len(few) + 1, "\n".join(many)  # the parent's own parents
    assert len(many) <= 20, "\n".join(many)


def test_a_page_for_who_may_nothing_asks_no_more_than_its_limit(world: World) -> None:
    code = world.task()
    world.move(code, "Todo", "Active")
    world.alice.run("release_item", short_code=code)
    client = browser(world.carol)
    client.get(f"/items/{code}/")
    with counted() as statements:
        html = client.get(f"/items/{code}/").content.decode()
    assert 'data-key="a"' not in html
    assert len(statements) <= 20, "\n".join(statements)


def test_another_spelling_and_a_retired_code_lead_to_the_current_address(world: World) -> None:
    code = world.task()
    client = browser(world.alice)
    answer = client.get(f"/items/{code.lower()}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/items/{code}/")
    item = Item.objects.get(code=code)
    ShortCode.objects.create(
        organization=item.organization, text="WEB-T-9001", item=item, retired_at=item.created_at
    )
    answer = client.get("/items/web-t-9001/", follow=True)
    assert answer.redirect_chain == [(f"/items/{code}/", 302)]
    assert f"The code WEB-T-9001 is retired. It is {code} now." in words(answer.content.decode())
    assert "Retired codes WEB-T-9001" in words(answer.content.decode())


@pytest.mark.parametrize("end", ["", "edit/", "history/", "versions/1/", "hand-off/"])
def test_a_code_of_another_organization_is_as_unknown_as_any(world: World, end: str) -> None:
    theirs = world.mallory.result(
        "create_item", item_type="strategy", title="Secret", board="strategy"
    ).short_code
    client = browser(world.alice)
    foreign, unknown = (client.get(f"/items/{code}/{end}") for code in (theirs, "GLOBEX-S-0999"))
    assert (foreign.status_code, unknown.status_code) == (404, 404)
    assert _bare(foreign.content) == _bare(unknown.content)
    assert b"Nothing here that you can see" in foreign.content


@pytest.mark.parametrize("code", ["x", "X" * 65, "%00", "WEB-T-0001%0a", "..%2f"])
def test_what_is_no_code_is_not_found(world: World, code: str) -> None:
    assert browser(world.alice).get(f"/items/{code}/").status_code == 404


def test_who_is_not_signed_in_is_sent_to_sign_in(world: World, client: Any) -> None:
    code = world.task()
    answer = client.get(f"/items/{code}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/sign-in/?next=%2Fitems%2F{code}%2F")


def test_who_may_not_is_told_why_in_the_words_of_the_refusal(world: World) -> None:
    code = world.task(world.alice)
    html = page(world.carol, code)
    shown = words(html)
    edit = world.carol.refused(Code.FORBIDDEN, "append_note", short_code=code, text="x").message
    move = world.carol.refused(Code.FORBIDDEN, "transition_item", short_code=code, to_column="Todo").message
    state = world.carol.refused(Code.FORBIDDEN, "set_state", short_code=code, branch="x").message
    assert shown.count(edit) >= 3  # content, notes, links
    assert move in shown
    assert state in shown
    for absent in (
        "/edit/",
        "/notes/",
        '/move/" hx-trigger',
        "to_column",
        "/cancel/",
        "/state/",
        "Remove the link",
    ):
        assert absent not in html, absent
    assert 'data-key="n"' not in html
    assert item_page(world.bob, code).acts["move"].may is True


def test_a_claim_is_offered_where_it_can_be_taken(world: World) -> None:
    code = world.task()
    assert "claim" not in item_page(world.bob, code).acts
    world.move(code, "Todo", "Active", by=world.robo)
    acts = item_page(world.bob, code).acts
    assert (acts["release"].may, acts["hand_off"].may, "claim" in acts) == (True, True, False)
    world.bob.run("release_item", short_code=code)
    assert item_page(world.bob, code).acts["claim"].may is True
    refusal = world.carol.refused(Code.FORBIDDEN, "claim_item", short_code=code)
    assert item_page(world.carol, code).acts["claim"].why == refusal.message


def test_an_initiative_says_who_can_own_it_and_why_its_owner_stays(world: World) -> None:
    code = world.create("initiative", board="initiatives")
    refusal = world.carol.refused(Code.FORBIDDEN, "claim_item", short_code=code)
    assert item_page(world.carol, code).acts["claim"].why == refusal.message
    world.move(code, "Design", "Ready", "Decompose")
    world.alice.run("transition_item", short_code=code, to_column="Active", claim=True)
    refusal = world.alice.refused(Code.OWNER_REQUIRED, "release_item", short_code=code)
    assert item_page(world.alice, code).acts["release"].why == refusal.message
    assert "and own it" not in page(world.alice, code)


def test_an_archived_item_is_read_and_offers_nothing(world: World) -> None:
    code = world.task()
    item = Item.objects.get(code=code)
    item.archived_at = item.created_at
    item.save(update_fields=["archived_at"])
    html = page(world.alice, code)
    assert "It is archived: it can be read, and nothing of it changes." in html
    assert re.findall(r'action="/items/[^"]*"', html) == []


def test_to_htmx_the_page_is_its_parts(world: World) -> None:
    code = world.task()
    answer = browser(world.alice).get(f"/items/{code}/", headers=HTMX)
    html = answer.content.decode()
    assert "<html" not in html
    assert "HX-Request" in answer["Vary"]
    for part in ("item-head", "moves", "item-side", "item-facts", "item-content", "item-links", "item-notes"):
        assert html.count(f'id="{part}"') == 1


def test_the_page_of_an_agents_text_has_no_markup_of_theirs(world: World) -> None:
    hostile = "<script>alert(1)</script>"
    code = world.robo.result(
        "create_item", item_type="task", title=hostile, board="web-delivery", content=hostile
    ).short_code
    world.robo.run("append_note", short_code=code, text=f"{hostile} [x](javascript:alert(1))")
    world.robo.run("set_state", short_code=code, branch=hostile, next_step=hostile)
    html = page(world.bob, code)
    assert "<script>alert" not in html
    assert 'href="javascript' not in html
    assert html.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 5


def _bare(content: bytes) -> bytes:
    """A page without the token of its forms, which differs each time."""
    return re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"", content)
