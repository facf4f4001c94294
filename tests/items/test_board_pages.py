"""The board pages as a browser asks for them: what is answered, and how a form is."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from items.models import Item
from tests.items import rows
from tests.items.boards import fill
from tests.pages import HTMX, at_page, browser, last_activity, lines, press
from tests.world import World, nothing_written

BOARD = "/boards/web-delivery/"
MOVE, CLAIM, CREATE = f"{BOARD}move/", f"{BOARD}claim/", f"{BOARD}create/"


def column_of(code: str) -> str:
    column = rows.item(code).column
    assert column is not None
    return column.name


def without_names(answer: Any) -> str:
    """The page without the board's name and without the token, which is masked anew each time."""
    text = answer.content.decode().replace("web-delivery", "no-such-board")
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)


def test_a_form_moves_a_card(world: World) -> None:
    task = world.task()
    answer = press(
        browser(world.bob),
        MOVE,
        short_code=task,
        from_column="Backlog",
        to_column="Todo",
        request_key="k" * 8,
    )
    assert (answer.status_code, answer["HX-Trigger"]) == (200, "written")
    assert lines(answer) == [f"Moved {task}: Backlog -&gt; Todo."]
    assert column_of(task) == "Todo"
    assert last_activity() == ("page", "transition")


def test_a_warning_of_a_move_is_shown(world: World) -> None:
    world.alice.run("update_column", board="web-delivery", column="Todo", wip_limit=1)
    world.move(world.task(), "Todo")
    task = world.task()
    answer = press(browser(world.bob), MOVE, short_code=task, from_column="Backlog", to_column="Todo")
    said, warning = lines(answer)
    assert said == f"Moved {task}: Backlog -&gt; Todo."
    assert "WIP" in warning
    assert b"message-warning" in answer.content


def test_a_card_of_a_stale_board_stays_where_it_is(world: World) -> None:
    task = world.task()
    world.move(task, "Todo", "Active")
    with nothing_written():
        answer = press(browser(world.bob), MOVE, short_code=task, from_column="Todo", to_column="Blocked")
    assert answer.status_code == 422
    assert lines(answer) == [
        f"{task} is in Active now, not in Todo: somebody has moved it since your page was loaded. "
        "Look again, then move it."
    ]
    assert "HX-Trigger" not in answer


def test_a_move_that_the_board_does_not_define_is_refused_with_the_way(world: World) -> None:
    task = world.task()
    with nothing_written():
        answer = press(browser(world.bob), MOVE, short_code=task, from_column="Backlog", to_column="Active")
    assert answer.status_code == 422
    assert f"{task} cannot move from Backlog to Active." in lines(answer)[0]


def test_who_lost_the_right_while_the_page_was_open_is_refused(world: World) -> None:
    task, client = world.task(), browser(world.bob)
    assert client.get(BOARD).status_code == 200
    rows.leave_team(world.bob)
    with nothing_written():
        answer = press(client, MOVE, short_code=task, from_column="Backlog", to_column="Todo")
    assert answer.status_code == 422
    assert "&quot;transition_items&quot; on the board web-delivery" in lines(answer)[0]


def test_a_double_press_creates_one_item(world: World) -> None:
    client = browser(world.bob)
    form = {
        "item_type": "task",
        "title": "Once",
        "task_type": "bug",
        "content": "",
        "request_key": "page-once-1",
    }
    first, second = press(client, CREATE, **form), press(client, CREATE, **form)
    assert first.status_code == second.status_code == 200
    assert lines(first) == lines(second)
    (item,) = Item.objects.filter(title="Once")
    assert (item.task_type, item.content, column_of(item.code)) == ("bug", "", "Backlog")


def test_the_field_of_a_refusal_is_named(world: World) -> None:
    with nothing_written():
        answer = press(browser(world.bob), CREATE, item_type="task", title="  ", task_type="task")
    assert answer.status_code == 422
    assert b'data-field="title"' in answer.content


def test_a_field_that_is_no_argument_is_refused(world: World) -> None:
    with nothing_written():
        answer = press(browser(world.bob), CREATE, item_type="task", title="T", code="WEB-T-9999")
    assert answer.status_code == 422
    assert b'data-field="code"' in answer.content


def test_a_forged_board_field_does_not_change_the_board_of_the_address(world: World) -> None:
    press(browser(world.bob), CREATE, item_type="task", title="Here", board="core-delivery")
    assert rows.item(Item.objects.get(title="Here").code).board == rows.board("web-delivery")


def test_a_claim_is_taken(world: World) -> None:
    task = world.task()
    world.move(task, "Todo", "Active")
    world.alice.run("release_item", short_code=task)
    assert lines(press(browser(world.bob), CLAIM, short_code=task)) == [f"Claimed {task}."]
    assert rows.item(task).claim_user == world.bob.user


def test_a_plain_form_goes_back_to_the_board_and_says_what_happened(world: World) -> None:
    client = browser(world.bob)
    answer = client.post(CREATE, {"item_type": "task", "title": "Plain"})
    assert (answer.status_code, answer["Location"]) == (302, BOARD)
    assert "Created task WEB-T-0001: Plain" in client.get(BOARD).content.decode()


def test_a_plain_form_that_is_refused_is_answered_with_a_page(world: World) -> None:
    with nothing_written():
        answer = browser(world.bob).post(CREATE, {"item_type": "task", "title": " ", "next": BOARD})
    assert answer.status_code == 422
    assert "That was not done" in answer.content.decode()
    assert f'href="{BOARD}"' in answer.content.decode()


@pytest.mark.parametrize("target", ["https://example.com/", "//example.com/", "javascript:alert(1)"])
def test_a_form_goes_nowhere_else(world: World, target: str) -> None:
    answer = browser(world.bob).post(CREATE, {"item_type": "task", "title": "T", "next": target})
    assert answer["Location"] == BOARD


def test_a_form_without_a_token_is_refused(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.bob.user)
    with nothing_written():
        assert client.post(CREATE, {"item_type": "task", "title": "T"}).status_code == 403


@pytest.mark.parametrize("address", [MOVE, CLAIM, CREATE])
def test_a_form_whose_person_signed_out_writes_nothing_and_says_so(world: World, address: str) -> None:
    with nothing_written():
        answer = press(Client(), address, short_code="WEB-T-0001")
    assert answer.status_code == 401
    assert "You are signed out, so nothing was done." in answer.content.decode()
    assert f"/sign-in/?next={quote('/somewhere/', safe='')}" in answer.content.decode()


@pytest.mark.parametrize("path", ["", "move/", "claim/", "create/"])
def test_another_organization_finds_no_board_and_no_item(world: World, path: str) -> None:
    """Its board and a board that never was are one answer."""
    task, client = world.task(), browser(world.mallory)
    form = {"short_code": task, "from_column": "Backlog", "to_column": "Todo"}
    if path == "create/":
        form = {"item_type": "task", "title": "T"}
    with nothing_written():
        answers = [
            press(client, f"/boards/{slug}/{path}", **form)
            if path
            else client.get(f"/boards/{slug}/", headers=HTMX)
            for slug in ("web-delivery", "no-such-board")
        ]
    assert [answer.status_code for answer in answers] in ([404, 404], [422, 422])
    assert without_names(answers[0]) == without_names(answers[1])


def test_a_part_of_a_column_is_asked_for_by_its_address(world: World) -> None:
    fill("web-delivery", "Todo", 60)
    client, todo = browser(world.bob), rows.column("web-delivery", "Todo").id
    assert f"{BOARD}columns/{todo}/?offset=50" in client.get(BOARD).content.decode()
    part = client.get(f"{BOARD}columns/{todo}/?offset=50").content.decode()
    assert part.count('data-code="') == 10
    assert "offset=" not in part


def test_a_filtered_page_keeps_its_filters_for_its_parts_and_its_refresh(world: World) -> None:
    fill("web-delivery", "Todo", 60)
    text = browser(world.bob).get(f"{BOARD}?text=task&claim=&type=task").content.decode()
    assert f'hx-get="{BOARD}?text=task&amp;claim=&amp;type=task"' in text
    assert "?text=task&amp;claim=&amp;type=task&amp;offset=50" in text


def test_what_is_no_argument_in_an_address_is_passed_over(world: World) -> None:
    assert browser(world.bob).get(f"{BOARD}?utm_source=mail").status_code == 200


def test_a_filter_outside_its_vocabulary_is_refused_with_a_page(world: World) -> None:
    answer = browser(world.bob).get(f"{BOARD}?claim=theirs")
    assert answer.status_code == 422
    assert "claim" in answer.content.decode()


def test_no_card_that_matches_offers_all_of_them(world: World) -> None:
    world.task()
    assert "No card matches" in browser(world.bob).get(f"{BOARD}?text=zzz").content.decode()


def test_the_palette_finds_items_and_boards(world: World) -> None:
    task = world.task(title="Ärgerliche Sache")
    page = at_page(world.bob).result("palette", text="ärger")
    assert [(place.url, place.name, place.detail) for place in page.items] == [
        (f"/items/{task}/", "Ärgerliche Sache", f"{task} · Web")
    ]
    boards = at_page(world.bob).result("palette", text="web-d").boards
    assert [(place.url, place.detail) for place in boards] == [("/boards/web-delivery/", "web-delivery")]
    assert at_page(world.bob).result("palette", text=task.lower()).items[0].url == f"/items/{task}/"


def test_the_palette_offers_boards_before_anything_is_typed(world: World) -> None:
    page = at_page(world.bob).result("palette")
    assert page.items == ()
    assert {place.detail for place in page.boards} >= {"strategy", "initiatives", "web-delivery"}


def test_the_palette_shows_nothing_of_another_organization(world: World) -> None:
    task = world.task(title="Secret plan")
    for text in ("secret", task):
        assert at_page(world.mallory).result("palette", text=text).items == ()


def test_the_palette_shows_no_archived_item(world: World) -> None:
    task = world.task(title="Secret plan")
    rows.archive(task)
    assert at_page(world.bob).result("palette", text="secret").items == ()


def test_the_item_of_that_code_stands_first_in_the_palette(world: World) -> None:
    task = world.task()
    world.task(title=f"Follows {task}")
    assert at_page(world.bob).result("palette", text=task).items[0].detail.startswith(f"{task} ·")


def test_the_palette_lists_at_most_eight(world: World) -> None:
    fill("web-delivery", "Todo", 20)
    text = browser(world.bob).get("/palette/?text=task").content.decode()
    assert text.count('role="option"') == 8
