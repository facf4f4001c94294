"""Forged posts, stale forms, double submits: each refused with its reason, nothing written."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from hub.core.models import Activity
from kairos_boards.models import Board, Column, Grant, Team
from tests.admin.forms import (
    board,
    browser,
    errors,
    fields_of,
    form_of,
    submit,
)
from tests.world import World, agent, nothing_written

KEY = "admin-000000000000000000000001"


def test_a_stale_form_is_refused(world: World) -> None:
    client = browser(world.alice)
    row, team, bob = board(), Team.objects.get(slug="web"), world.bob.user
    world.alice.run("grant_capability", user="bob", capability="purge", board="web-delivery")
    pages = [form_of(each) for each in (row, team, bob, Grant.objects.get())]
    opened = {page: fields_of(client, page) for page in pages}
    world.alice.run("add_column", board="web-delivery", name="Review")
    world.alice.run("update_team", team="web", name="Web two")
    world.alice.run("update_member", user="bob", display_name="Robert")
    world.alice.run("grant_capability", user="bob", capability="member", board="web-delivery")
    for page, fields in opened.items():
        with nothing_written():
            answer = client.post(page, fields)
        assert answer.status_code == 422, page
        assert "was changed after you opened this form" in " ".join(errors(answer)), page


def test_a_card_that_moves_makes_no_form_stale(world: World) -> None:
    client = browser(world.alice)
    code = world.task()
    fields = fields_of(client, form_of(board()))
    world.move(code, "Todo")
    assert client.post(form_of(board()), fields).status_code == 302


def test_a_form_sent_twice_writes_once(world: World) -> None:
    client = browser(world.alice)
    page = "/admin/kairos_boards/team/add/"
    fields = {**fields_of(client, page), "name": "Ops", "slug": "ops", "code_prefix": "OPS"}
    first = client.post(page, fields)
    before = Activity.objects.count()
    second = client.post(page, fields)
    assert first["Location"] == second["Location"]
    assert Activity.objects.count() == before
    with nothing_written():
        other = client.post(page, {**fields, "slug": "ops-two"})
    assert errors(other) == ["This form was sent already, with other values. Check it and send it again."]
    assert other.context["adminform"].form["request_key"].value() != fields["request_key"]


@pytest.mark.parametrize(
    "name", ["slug", "level", "prefix", "team", "organization", "revision", "archived_at"]
)
def test_a_field_that_an_operation_owns_is_refused(world: World, name: str) -> None:
    client = browser(world.alice)
    with nothing_written():
        answer = submit(client, form_of(board()), **{name: "x"})
    assert errors(answer) == [f"This form has no field {name}. Nothing was saved."]


def test_ids_of_another_organization_are_refused(world: World) -> None:
    client = browser(world.alice)
    foreign = Board.objects.filter(organization__slug="globex").first()
    column = Column.objects.filter(board=foreign).first()
    assert foreign is not None
    assert column is not None
    mallory = str(world.mallory.user.pk)
    own = form_of(board())
    tries: list[tuple[str, dict[str, Any]]] = [
        (own, {"columns-0-id": str(column.pk)}),
        (own, {"transitions-0-from_column": str(column.pk)}),
        (own, {"transitions-0-id": "999999"}),
        (form_of(Team.objects.get(slug="web")), {"members-TOTAL_FORMS": "2", "members-1-user": mallory}),
        (form_of(Team.objects.get(slug="web")), {"members-0-id": "999999", "members-0-DELETE": "on"}),
        (
            "/admin/kairos_boards/grant/add/",
            {"user": mallory, "board": str(board().pk), "capability": "purge"},
        ),
        (
            "/admin/kairos_boards/grant/add/",
            {"user": str(world.bob.user.pk), "board": str(foreign.pk), "capability": "purge"},
        ),
        ("/admin/kairos_boards/structuregrant/add/", {"user": mallory}),
        ("/admin/identity/credential/add/", {"user": mallory, "agent": "x-bot"}),
        (
            "/admin/identity/credential/add/",
            {"user": str(world.depot.user.pk), "agent": "x-bot", "boards": [str(foreign.pk)]},
        ),
    ]
    for page, values in tries:
        with nothing_written():
            answer = submit(client, page, **values)
        assert answer.status_code == 422, (page, values)


def test_an_action_with_a_foreign_row_does_nothing_at_all(world: World) -> None:
    foreign = agent(world.mallory, "spy")
    own = agent(world.bob, "helper")
    ids = [str(each.principal.credential_id) for each in (own, foreign)]
    client = browser(world.alice)
    for chosen in (ids, [ids[0], str(uuid4())], ["not an id"], [ids[0], "\x00"]):
        with nothing_written():
            answer = client.post(
                "/admin/identity/credential/",
                {"action": "revoke_selected", "_selected_action": chosen, "request_key": KEY},
            )
        assert answer.status_code == 422, chosen
    for values in ({"action": "delete_selected"}, {"action": "revoke_selected", "select_across": "1"}, {}):
        with nothing_written():
            answer = client.post(
                "/admin/identity/credential/", {"_selected_action": ids[:1], **values, "request_key": KEY}
            )
        assert answer.status_code == 302


@pytest.mark.parametrize("name", ["_popup", "_to_field"])
def test_a_popup_is_not_there(world: World, name: str) -> None:
    client = browser(world.alice)
    page = "/admin/kairos_boards/team/add/"
    fields = {**fields_of(client, page), "name": "Ops", "slug": "ops", "code_prefix": "OPS"}
    with nothing_written():
        assert client.post(page, {**fields, name: "1"}).status_code == 404
        assert client.post(f"{page}?{name}=1", fields).status_code == 404


def test_there_is_no_raw_delete_and_no_save_as_new(world: World) -> None:
    client = browser(world.alice)
    with nothing_written():
        assert (
            client.post(f"/admin/kairos_boards/board/{board().pk}/delete/", {"post": "yes"}).status_code
            == 404
        )
        answer = submit(client, form_of(board()), _saveasnew="1")
        assert answer.status_code in (403, 422)


def test_a_right_that_is_withdrawn_while_the_form_is_open(world: World) -> None:
    world.alice.run("update_member", user="bob", role="admin")
    client = browser(world.bob)
    fields = fields_of(client, form_of(board()))
    world.alice.run("update_member", user="bob", role="member")
    with nothing_written():
        assert client.post(form_of(board()), {**fields, "columns-0-name": "Mine"}).status_code == 403


def test_a_form_without_the_token_of_the_site_is_refused(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.alice.user)
    fields = fields_of(client, "/admin/kairos_boards/team/add/")
    del fields["csrfmiddlewaretoken"]
    with nothing_written():
        assert client.post("/admin/kairos_boards/team/add/", fields).status_code == 403


@pytest.mark.parametrize("value", ["\x00", "9" * 40, "-1", "x" * 3000])
def test_odd_values_are_refused_or_taken_and_never_a_fault(world: World, value: str) -> None:
    client = browser(world.alice)
    world.alice.run("grant_capability", user="bob", capability="purge", board="web-delivery")
    pages = [
        form_of(row) for row in (board(), Team.objects.get(slug="web"), world.bob.user, Grant.objects.get())
    ]
    pages += [
        f"/admin/{path}/add/" for path in ("kairos_boards/team", "identity/user", "identity/credential")
    ]
    for page in pages:
        fields = fields_of(client, page)
        first_rows = {name for name in fields if not re.search(r"-[1-9]\d*-", name)}
        for name in first_rows - {"csrfmiddlewaretoken"}:
            answer = client.post(page, {**fields, "request_key": f"admin-{uuid4()}", name: value})
            assert answer.status_code in (200, 302, 422), (page, name)


def test_text_of_people_and_agents_is_shown_as_text(world: World) -> None:
    script = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    world.alice.run("add_column", board="web-delivery", name=script)
    world.alice.run("update_team", team="web", name=script)
    world.alice.run("update_member", user="bob", display_name=script)
    client = browser(world.alice)
    paths = [
        "core/activity/",
        "kairos_boards/team/",
        "identity/user/",
        "identity/agent/",
        "identity/credential/",
    ]
    pages = [f"/admin/{path}" for path in paths]
    pages += [form_of(row) for row in (board(), Team.objects.get(slug="web"), world.bob.user)]
    pages += [form_of(row) for row in Activity.objects.order_by("-id")[:3]]
    for page in pages:
        text = client.get(page).content.decode()
        assert "alert(1)" in text, page
        assert "<script>alert" not in text, page
        assert "<img src=x" not in text, page
