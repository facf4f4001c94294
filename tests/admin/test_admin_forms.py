"""What the admin writes: each submit one operation with its activity row; what it refuses writes nothing."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any

from django.contrib.admin.models import LogEntry

from hub.core.models import Activity
from hub.identity.models import Credential, Organization, User
from kairos_boards.models import Board, Column, Grant, StructureGrant, Team, TeamMember
from tests.admin.forms import (
    board,
    browser,
    errors,
    fields_of,
    form_of,
    moves,
    names,
    newest,
    row_of,
    submit,
    told,
)
from tests.world import World, fingerprint, nothing_written

KEY = "admin-000000000000000000000001"


# Structure


def test_a_team_is_made_with_its_boards(world: World) -> None:
    client = browser(world.alice)
    answer = submit(
        client, "/admin/kairos_boards/team/add/", name="Ops", slug="ops", code_prefix="OPS", adr_board="on"
    )
    team = Team.objects.get(slug="ops")
    assert (answer.status_code, answer["Location"]) == (302, form_of(team))
    assert told(answer) == [
        "Created team ops (Ops, stream_aligned). Delivery board: ops-delivery (prefix OPS). "
        "ADR board: ops-adrs."
    ]
    assert set(Board.objects.filter(team=team).values_list("slug", flat=True)) == {"ops-delivery", "ops-adrs"}
    assert newest() == ("admin", "create", "board")
    assert not LogEntry.objects.exists()


def test_a_refusal_stands_at_its_field(world: World) -> None:
    client = browser(world.alice)
    with nothing_written():
        answer = submit(client, "/admin/kairos_boards/team/add/", name="Web", slug="web", code_prefix="OPS")
    assert answer.status_code == 422
    form = answer.context["adminform"].form
    assert form.errors == {"slug": ['A live team has the slug "web". Choose another slug.']}
    assert form["name"].value() == "Web"


def test_a_team_gets_and_loses_members_in_one_submit(world: World) -> None:
    client = browser(world.alice)
    team = Team.objects.get(slug="web")
    answer = submit(
        client,
        form_of(team),
        name="Web platform",
        **{"members-TOTAL_FORMS": "2", "members-0-DELETE": "on", "members-1-user": str(world.carol.user.pk)},
    )
    assert answer.status_code == 302, errors(answer)
    assert told(answer) == ["Saved the team web. Changes: 3."]
    assert [row.user.name for row in TeamMember.objects.filter(team=team)] == ["carol"]
    rows = Activity.objects.order_by("-id")[:3]
    assert len({row.request_id for row in rows}) == 1
    assert {row.surface for row in rows} == {"admin"}


def test_a_workflow_is_changed_in_one_submit(world: World) -> None:
    client = browser(world.alice)
    row = board()
    fields = fields_of(client, form_of(row))
    todo = row_of(fields, "columns", name="Todo")
    active = row_of(fields, "columns", name="Active")
    blocked = row_of(fields, "columns", name="Blocked")
    columns = {column.name: str(column.pk) for column in Column.objects.filter(board=row)}
    stopped = row_of(fields, "transitions", from_column=columns["Backlog"], to_column=columns["Todo"])
    answer = client.post(
        form_of(row),
        {
            **fields,
            "parent_gate": "",
            "blockers_gate": "on",
            "agents_decide": "on",
            f"columns-{todo}-name": "Next",
            f"columns-{active}-wip_limit": "3",
            f"columns-{active}-position": "0",
            f"columns-{blocked}-DELETE": "on",
            "columns-TOTAL_FORMS": "6",
            "columns-5-name": "Review",
            "columns-5-position": "3",
            "columns-5-is_done": "on",
            f"transitions-{stopped}-DELETE": "on",
            "transitions-TOTAL_FORMS": "8",
            "transitions-7-from_column": columns["Backlog"],
            "transitions-7-to_column": columns["Completed"],
        },
    )
    assert answer.status_code == 302, errors(answer)
    assert names(row) == ["Active", "Backlog", "Next", "Review", "Completed"]
    assert moves(row) == {("Next", "Active"), ("Active", "Completed"), ("Backlog", "Completed")}
    changed = Column.objects.get(board=row, name="Active")
    assert (changed.wip_limit, changed.claims) == (3, True)
    assert Column.objects.get(board=row, name="Review").is_done is True
    again = board()
    assert (again.parent_gate, again.blockers_gate, again.agents_decide) == (False, True, True)
    assert again.revision == row.revision + 1
    assert newest() == ("admin", "board_config", "board")


def test_a_form_that_changes_nothing_writes_nothing(world: World) -> None:
    client = browser(world.alice)
    with nothing_written_but_the_key():
        answer = submit(client, form_of(board()))
    assert told(answer) == ["Nothing changed on the board web-delivery."]


def test_one_bad_row_undoes_the_whole_form(world: World) -> None:
    world.task()
    client = browser(world.alice)
    row = board()
    fields = fields_of(client, form_of(row))
    with nothing_written():
        answer = client.post(form_of(row), {**fields, "columns-0-DELETE": "on", "columns-1-name": "Next"})
    assert answer.status_code == 422
    assert any("Backlog" in line for line in errors(answer))
    with nothing_written():
        answer = client.post(form_of(row), {**fields, "columns-0-name": "todo"})
    assert answer.status_code == 422
    inline = answer.context["inline_admin_formsets"][0].formset
    assert inline.errors[0] == {
        "name": [
            'The board web-delivery has a column "todo" already (case does not count). Choose another name.'
        ]
    }


def test_a_transition_twice_is_refused_at_its_row(world: World) -> None:
    client = browser(world.alice)
    row = board()
    fields = fields_of(client, form_of(row))
    ends = {name: fields[f"transitions-0-{name}"] for name in ("from_column", "to_column")}
    with nothing_written():
        answer = client.post(
            form_of(row),
            {
                **fields,
                "transitions-TOTAL_FORMS": "8",
                "transitions-7-from_column": ends["from_column"],
                "transitions-7-to_column": ends["to_column"],
            },
        )
    inline = answer.context["inline_admin_formsets"][1].formset
    assert list(inline.errors[7]) == ["to_column"]


# Rights


def test_a_grant_is_made_widened_and_revoked(world: World) -> None:
    client = browser(world.alice)
    values = {"user": str(world.carol.user.pk), "board": str(board().pk), "capability": "manage_tasks"}
    submit(client, "/admin/kairos_boards/grant/add/", **values)
    grant = Grant.objects.get(user=world.carol.user)
    assert newest() == ("admin", "capability_grant", "member")
    answer = submit(client, form_of(grant), capabilities=["purge", "member"])
    assert told(answer) == [
        "Grants of carol on the board web-delivery: purge, member. "
        "Granted: purge, member. Revoked: manage_tasks."
    ]
    answer = submit(client, form_of(Grant.objects.filter(user=world.carol.user)[0]), capabilities=[])
    assert (answer.status_code, answer["Location"]) == (302, "/admin/kairos_boards/grant/")
    assert not Grant.objects.filter(user=world.carol.user).exists()
    assert newest() == ("admin", "capability_revoke", "member")


def test_manage_structure_is_granted_and_revoked(world: World) -> None:
    client = browser(world.alice)
    submit(client, "/admin/kairos_boards/structuregrant/add/", user=str(world.carol.user.pk), board="")
    grant = StructureGrant.objects.get(user=world.carol.user)
    assert grant.board is None
    page = f"/admin/kairos_boards/structuregrant/{grant.pk}/revoke/"
    answer = submit(client, page)
    assert told(answer) == ["Revoked manage_structure on the organization from carol."]
    assert not StructureGrant.objects.exists()


def test_several_grants_are_revoked_by_one_operation(world: World) -> None:
    for capability in ("purge", "member"):
        world.alice.run("grant_capability", user="carol", capability=capability, board="web-delivery")
    ids = [str(pk) for pk in Grant.objects.values_list("id", flat=True)]
    client = browser(world.alice)
    chosen = {"action": "revoke_selected", "_selected_action": ids}
    asked = client.post("/admin/kairos_boards/grant/", chosen)
    assert asked.status_code == 200
    assert Grant.objects.count() == 2
    client.post("/admin/kairos_boards/grant/", {**chosen, "request_key": asked.context["request_key"]})
    assert not Grant.objects.exists()


# People and keys


def test_a_person_is_made_with_a_link_that_is_shown_once(world: World) -> None:
    client = browser(world.alice)
    values = {"user_name": "dora", "email": "dora@example.com", "display_name": "Dora"}
    fields = {**fields_of(client, "/admin/identity/user/add/?kind=person"), **values, "role": "member"}
    first = client.post("/admin/identity/user/add/?kind=person", fields)
    (link,) = first.context["secrets"]
    assert link.startswith("http")
    assert first["Cache-Control"].count("no-store") >= 1
    again = client.post("/admin/identity/user/add/?kind=person", fields)
    assert again.context["secrets"] == []
    assert User.objects.filter(name="dora").count() == 1
    assert newest() == ("admin", "create", "member")


def test_a_service_account_gets_a_key_that_is_shown_once_and_revoked(world: World) -> None:
    client = browser(world.alice)
    submit(client, "/admin/identity/user/add/?kind=service_account", user_name="builder", role="member")
    account = User.objects.get(name="builder")
    assert account.kind == "service_account"
    answer = submit(
        client,
        "/admin/identity/credential/add/",
        user=str(account.pk),
        agent="builder-bot",
        capabilities=["manage_tasks"],
        boards=[str(board().pk)],
        expires_at_0="2099-01-02",
        expires_at_1="03:04:05",
    )
    assert answer.status_code == 200, errors(answer)
    (secret,) = answer.context["secrets"]
    key = Credential.objects.get(agent__name="builder-bot")
    assert secret.startswith(key.prefix)
    assert key.scope == {"capabilities": ["manage_tasks"], "boards": [str(board().pk)]}
    assert key.expires_at is not None
    assert key.expires_at.isoformat() == "2099-01-02T03:04:05+00:00"
    assert secret not in client.get(form_of(key)).content.decode()
    answer = submit(client, f"/admin/identity/credential/{key.pk}/revoke/")
    assert told(answer) == [f"Revoked the key {key.prefix} of the agent builder-bot."]
    assert Credential.objects.get(pk=key.pk).revoked_at is not None
    assert newest() == ("admin", "delete", "agent_key")


def test_the_last_admin_keeps_the_role(world: World) -> None:
    client = browser(world.alice)
    with nothing_written():
        answer = submit(client, form_of(world.alice.user), role="member")
    assert errors(answer) == [
        "alice is the last admin of the organization. Make another person an admin first."
    ]
    answer = submit(client, form_of(world.bob.user), role="admin", display_name="Bob B.")
    assert told(answer) == ["bob: Bob B. (admin)."]
    assert newest() == ("admin", "update", "member")


def test_a_member_is_removed(world: World) -> None:
    client = browser(world.alice)
    submit(client, f"/admin/identity/user/{world.bob.user.pk}/remove/")
    assert User.objects.get(name="bob").left_at is not None
    assert client.get(form_of(world.bob.user)).status_code == 404


def test_the_organization_gets_a_name(world: World) -> None:
    client = browser(world.alice)
    submit(client, form_of(Organization.objects.get(slug="acme")), name="Acme Tools")
    assert Organization.objects.get(slug="acme").name == "Acme Tools"
    assert newest() == ("admin", "update", "organization")


def nothing_written_but_the_key() -> Any:
    """A form that changes nothing keeps its retry key, nothing else."""

    @contextmanager
    def check() -> Any:
        before = fingerprint()
        yield
        after = fingerprint()
        assert {name for name in after if after[name] != before[name]} <= {"core.RetryKey"}

    return check()
