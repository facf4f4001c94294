"""The forms of the item page: each calls its operation, and says what came of it or why not."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from items.models import Edge, Item, ItemVersion, Note
from tests.items.item_pages import browser, page, post, words
from tests.world import World, nothing_written

Arranged = Callable[[World], str]


def in_backlog(world: World) -> str:
    return world.task()


def in_active(world: World) -> str:
    """A task that alice has the claim of."""
    code = world.task()
    world.move(code, "Todo", "Active")
    return code


def unclaimed(world: World) -> str:
    code = in_active(world)
    world.alice.run("release_item", short_code=code)
    return code


def done(world: World) -> str:
    code = in_active(world)
    world.move(code, "Completed")
    return code


def under_an_initiative(world: World) -> str:
    return world.task(parent=world.create("initiative", board="initiatives"))


def linked(world: World) -> str:
    code = world.task()
    world.alice.run("link_items", source=code, target=world.task(), relationship="blocks")
    return code


# form, its item, what it posts, what is said, where it is said ("" beside the form)
FORMS: list[tuple[str, Arranged, dict[str, str], str, str]] = [
    ("move", in_backlog, {"to_column": "Todo"}, "Moved {}: Backlog -> Todo.", ""),
    ("claim", unclaimed, {}, "Claimed {}.", "#said"),
    ("release", in_active, {}, "Released {}: it has no claim now. claim_item takes it.", "#said"),
    ("hand-off", in_active, {"to": "bob"}, "Handed off {} to Bob.", "#said"),
    ("state", in_backlog, {"branch": "b", "pushed": "true"}, "State of {}: branch b, pushed.", "#said"),
    ("cancel", in_backlog, {"reason": "No."}, "Cancelled {}: Backlog -> Completed.", "#said"),
    ("reopen", done, {}, "Reopened {}: Completed -> Backlog.", "#said"),
    ("parent/remove", under_an_initiative, {}, "Parent of {}: ACME-I-0001 -> none.", "#said"),
    ("notes", in_backlog, {"text": "A note."}, "Appended note n-1 to {}.", ""),
]


@pytest.mark.parametrize(("form", "arrange", "fields", "said", "where"), FORMS, ids=[row[0] for row in FORMS])
def test_a_form_runs_its_operation_and_says_so(
    world: World, form: str, arrange: Arranged, fields: dict[str, str], said: str, where: str
) -> None:
    code = arrange(world)
    answer = post(world.alice, code, form, **fields)
    assert answer.status_code == 200
    assert said.replace("{}", code) in words(answer.content.decode())
    assert answer["HX-Trigger"] == "written"
    assert answer.headers.get("HX-Retarget", "") == where


# form, what it posts, the refusal, its field
REFUSED = [
    ("move", {"to_column": "Completed"}, "{} cannot move from Backlog to Completed.", "to_column"),
    ("move", {"to_column": "Nowhere"}, 'The board web-delivery has no column "Nowhere".', "to_column"),
    ("claim", {}, "{} is in Backlog, where a task has no claim.", None),
    ("release", {}, "{} is in Backlog, where a task has no claim.", None),
    ("hand-off", {"to": "nobody"}, '"nobody"', "to"),
    ("state", {}, "The call has no field of the state.", None),
    ("state", {"pr_url": "javascript:alert(1)"}, "a URL that starts with http:// or https://", "pr_url"),
    ("cancel", {"reason": "  "}, "reason", "reason"),
    ("reopen", {}, "{} is in Backlog, which is no done column.", None),
    ("parent", {"parent": "WEB-T-0999"}, 'No item has the short code "WEB-T-0999".', "parent"),
    ("links", {"relationship": "blocks", "target": "WEB-T-0999"}, '"WEB-T-0999"', "target"),
    ("links", {"relationship": "likes", "target": "{}"}, 'The value "likes" is not a value', "relationship"),
    ("links/remove", {"source": "{}", "target": "WEB-T-0999", "relationship": "blocks"}, "0999", "target"),
    ("notes", {"text": " "}, "text", "text"),
    ("notes", {"text": "a\x00b"}, "text without a NUL byte", "text"),
    ("notes", {"text": "x", "unknown": "1"}, "unknown", "unknown"),
]


@pytest.mark.parametrize(("form", "fields", "reason", "field"), REFUSED)
def test_a_refusal_stands_beside_its_form_and_nothing_is_written(
    world: World, form: str, fields: dict[str, str], reason: str, field: str | None
) -> None:
    code = world.task()
    posted = {name: value.replace("{}", code) for name, value in fields.items()}
    with nothing_written():
        answer = post(world.alice, code, form, **posted)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert 'class="message message-error" role="alert"' in html
    assert reason.replace("{}", code) in words(html)
    assert re.findall(r'data-field="([^"]+)"', html) == ([field] if field else [])
    assert "HX-Retarget" not in answer.headers
    assert "HX-Trigger" not in answer.headers


def test_a_move_shows_its_warnings(world: World) -> None:
    code = world.task()
    world.alice.run("link_items", source=world.task(), target=code, relationship="blocks")
    world.move(code, "Todo")
    html = post(world.alice, code, "move", to_column="Active").content.decode()
    assert 'class="message message-warning"' in html
    assert f"Warning: {code} is blocked by" in words(html)


def test_a_move_of_an_initiative_can_make_its_owner(world: World) -> None:
    code = world.create("initiative", board="initiatives")
    world.move(code, "Design", "Ready", "Decompose")
    assert '<input type="checkbox" name="claim" value="true">' in page(world.alice, code)
    assert post(world.alice, code, "move", to_column="Active").status_code == 422
    assert post(world.alice, code, "move", to_column="Active", claim="true").status_code == 200
    assert Item.objects.get(code=code).owner_id == world.alice.principal.user_id


@pytest.mark.parametrize(
    ("label", "relationship", "away"),
    [("blocks", "blocks", True), ("blocked by", "blocks", False), ("informs", "informs", True)],
)
def test_a_link_is_made_and_removed_in_the_words_of_the_item(
    world: World, label: str, relationship: str, away: bool
) -> None:
    code, other = world.task(), world.task()
    assert f'<option value="{label}">' in page(world.alice, code)
    answer = post(world.alice, code, "links", relationship=label, target=f" {other.lower()} ")
    assert answer.status_code == 200, answer.content
    edge = Edge.objects.get(relationship=relationship)
    ends = (code, other) if away else (other, code)
    assert (edge.source.code, edge.target.code) == ends
    html = page(world.alice, code)
    assert f'name="source" value="{ends[0]}"' in html
    answer = post(
        world.alice, code, "links/remove", source=ends[0], target=ends[1], relationship=relationship
    )
    assert answer.status_code == 200
    assert not Edge.objects.filter(relationship=relationship).exists()


def test_a_parent_is_set(world: World) -> None:
    code, parent = world.task(), world.create("initiative", board="initiatives")
    assert post(world.alice, code, "parent", parent=parent).status_code == 200
    assert Edge.objects.get(relationship="parent").source.code == parent


def test_a_second_press_of_a_note_writes_one_note(world: World) -> None:
    code = world.task()
    fields = {"text": "Once.", "request_key": "page-0123456789abcdef"}
    first, second = (post(world.alice, code, "notes", **fields) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert [note.text for note in Note.objects.filter(item__code=code)] == ["Once."]
    with nothing_written():
        assert post(world.alice, code, "notes", **fields | {"text": "Other."}).status_code == 422


def test_a_note_keeps_its_line_ends_as_agents_write_them(world: World) -> None:
    code = world.task()
    post(world.alice, code, "notes", text="One\r\ntwo\r\n")
    assert Note.objects.get(item__code=code).text == "One\ntwo\n"


def test_the_people_around_the_board_are_offered_for_a_hand_off(world: World) -> None:
    code = in_active(world)
    html = (
        browser(world.alice).get(f"/items/{code}/hand-off/", headers={"HX-Request": "true"}).content.decode()
    )
    assert re.findall(r'<option value="([^"]*)">', html) == ["", "bob"]
    assert b"<html" in browser(world.alice).get(f"/items/{code}/hand-off/").content


def test_a_state_that_changed_meanwhile_is_shown_and_can_be_written_over(world: World) -> None:
    code = world.task(world.bob)
    world.robo.run("set_state", short_code=code, branch="first")
    read = re.findall(r'name="expected_updated_at" value="([^"]+)"', page(world.bob, code))[0]
    world.robo.run("set_state", short_code=code, branch="second")
    with nothing_written():
        answer = post(world.bob, code, "state", next_step="Mine", expected_updated_at=read)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Bob (agent) changed the state while you wrote, and nothing of yours was saved." in words(html)
    assert "branch second. (updated just now by Bob (agent))" in words(html)
    newest = re.findall(r'value="([^"]+)" hx-swap-oob="true"', html)[0]
    assert post(world.bob, code, "state", next_step="Mine", expected_updated_at=newest).status_code == 200
    state = world.bob.result("get_item", short_code=code).state
    assert (state.branch, state.next_step) == ("second", "Mine")


def test_a_right_that_is_withdrawn_while_the_page_is_open_is_refused_with_its_reason(world: World) -> None:
    code = in_active(world)
    html = page(world.bob, code)
    forms = set(re.findall(rf'action="/items/{code}/([^"]+)/"', html))
    assert forms == {"move", "release", "state", "parent", "cancel", "links", "notes"}
    world.alice.run("remove_team_member", team="web", user="bob")
    fields: dict[str, dict[str, str]] = {
        "move": {"to_column": "Completed"},
        "hand-off": {"to": "alice"},
        "state": {"branch": "x"},
        "parent": {"parent": world.create("initiative", board="initiatives")},
        "cancel": {"reason": "x"},
        "links": {"relationship": "blocks", "target": world.task()},
        "notes": {"text": "x"},
    }
    for form in (*forms, "hand-off"):
        with nothing_written():
            answer = post(world.bob, code, form, **fields.get(form, {}))
        assert answer.status_code == 422, form
        assert re.search(
            r"requires the capability|an edge needs the right", words(answer.content.decode())
        ), form
    with nothing_written():
        answer = post(world.bob, code, "edit", version="1", title="x", content="x")
    assert answer.status_code == 422


def test_a_form_that_a_browser_posts_by_itself_goes_back_to_the_item(world: World) -> None:
    code = world.task()
    client = browser(world.alice)
    answer = client.post(f"/items/{code}/move/", {"to_column": "Todo"}, follow=True)
    assert answer.redirect_chain == [(f"/items/{code}/", 302)]
    assert f"Moved {code}: Backlog -> Todo." in words(answer.content.decode())
    answer = client.post(f"/items/{code}/move/", {"to_column": "Completed"})
    assert (answer.status_code, b"That was not done" in answer.content) == (422, True)


@pytest.mark.parametrize("form", ["move", "claim", "notes", "links/remove", "parent/remove", "preview"])
def test_a_form_is_never_a_link_and_needs_its_token(world: World, form: str) -> None:
    code = world.task()
    client = browser(world.alice)
    assert client.get(f"/items/{code}/{form}/").status_code == 405
    client.handler.enforce_csrf_checks = True
    with nothing_written():
        assert client.post(f"/items/{code}/{form}/", {"to_column": "Todo", "text": "x"}).status_code == 403


def test_the_form_that_edits_has_the_text_and_saves_it(world: World) -> None:
    code = world.task(content="\nFirst\n<b>")
    client = browser(world.alice)
    html = client.get(f"/items/{code}/edit/").content.decode()
    assert "\n\nFirst\n&lt;b&gt;</textarea>" in html
    assert 'name="version" value="1"' in html
    fields = {"version": "1", "title": "New", "content": "One\r\ntwo"}
    answer = post(world.alice, code, "edit", **fields)
    assert (answer.status_code, answer["HX-Redirect"]) == (200, f"/items/{code}/")
    item = Item.objects.get(code=code)
    assert (item.title, item.content, item.version) == ("New", "One\ntwo", 2)
    answer = client.post(f"/items/{code}/edit/", fields | {"version": "2", "title": "Newer"}, follow=True)
    assert f"Updated {code}: Newer (version 3)." in words(answer.content.decode())


@pytest.mark.parametrize("htmx", [True, False])
def test_a_stale_edit_shows_both_texts_and_writes_nothing(world: World, htmx: bool) -> None:
    code = world.task(content="Head\nmiddle\nTail")
    world.robo.run("append_note", short_code=code, text="Other work.")
    world.alice.run("edit_item", short_code=code, search="middle", replace="their middle")
    fields = {"version": "1", "title": "Mine", "content": "Head\nmiddle\nmy tail"}
    headers = {"HX-Request": "true"} if htmx else {}
    with nothing_written():
        answer = browser(world.alice).post(f"/items/{code}/edit/", fields, headers=headers)
    html = answer.content.decode()
    shown = words(html)
    assert answer.status_code == 409
    assert "Alice saved version 2 while you wrote: your text began at version 1." in shown
    assert "What changed since version 1 Head − middle + their middle Tail" in shown
    assert "What your text would change in version 2 Head − their middle − Tail + middle + my tail" in shown
    assert "\nHead\ntheir middle\nTail</textarea>" in html
    assert "\nHead\nmiddle\nmy tail</textarea>" in html
    assert 'name="version" value="2"' in html
    assert ("<html" in html) is not htmx
    if htmx:
        assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#editing", "outerHTML")
    merged = fields | {"version": "2", "content": "Head\ntheir middle\nmy tail"}
    assert post(world.alice, code, "edit", **merged).status_code == 200
    assert ItemVersion.objects.get(item__code=code, number=3).content == "Head\ntheir middle\nmy tail"


def test_an_edit_without_a_title_is_refused_beside_the_form(world: World) -> None:
    code = world.task()
    with nothing_written():
        answer = post(world.alice, code, "edit", version="1", title=" ", content="x")
    assert (answer.status_code, b'data-field="title"' in answer.content) == (422, True)


def test_who_may_not_edit_gets_the_reason_in_place_of_the_form(world: World) -> None:
    code = world.task()
    answer = browser(world.carol).get(f"/items/{code}/edit/")
    assert answer.status_code == 422
    assert "You did not create" in words(answer.content.decode())
    assert b"<textarea" not in answer.content


def test_a_preview_renders_and_writes_nothing(world: World) -> None:
    code = world.task()
    with nothing_written():
        answer = post(world.alice, code, "preview", content="# A\n<script>x</script>", title="x", version="1")
    assert b"<h3>A</h3>\n<p>&lt;script&gt;x&lt;/script&gt;</p>" in answer.content
    answer = post(world.alice, code, "preview", content="x" * (1024 * 1024 + 1))
    assert (answer.status_code, b"1 MiB" in answer.content) == (422, True)


def test_the_history_has_versions_in_parts_what_they_changed_and_the_activity(world: World) -> None:
    code = world.task(content="0")
    for number in range(1, 25):
        world.alice.run("edit_item", short_code=code, search=f"{number - 1}", replace=f"{number}")
    client = browser(world.alice)
    first = client.get(f"/items/{code}/history/", headers={"HX-Request": "true"}).content.decode()
    assert re.findall(r"Version (\d+)<", first) == [str(number) for number in range(25, 5, -1)]
    assert f"/items/{code}/history/?offset=20" in first
    assert "edited content (version 25) Alice, now" in words(first)
    older = client.get(f"/items/{code}/history/?offset=20", headers={"HX-Request": "true"}).content.decode()
    assert re.findall(r"Version (\d+)<", older) == ["5", "4", "3", "2", "1"]
    assert "Activity" not in older
    change = words(client.get(f"/items/{code}/versions/25/", headers={"HX-Request": "true"}).content.decode())
    assert change == "− 23 + 24"
    assert client.get(f"/items/{code}/versions/26/").status_code == 404
    assert client.get(f"/items/{code}/history/?limit=x").status_code == 404
    for address in ("history/", "versions/3/"):
        assert b"<html" in client.get(f"/items/{code}/{address}").content
    html: Any = client.get(f"/items/{code}/history/?limit=200", headers={"HX-Request": "true"})
    assert b"All of" not in html.content
