"""Every address of the admin, as each persona; the lists, at any size."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from hub.core.models import Activity
from hub.identity.models import Agent, Credential, Organization, User
from kairos_boards.models import Board, Grant, StructureGrant, Team
from tests.admin.forms import browser
from tests.counting import counted
from tests.world import World, agent, nothing_written

ROWS: dict[str, Any] = {
    "kairos_boards/team": Team,
    "kairos_boards/board": Board,
    "kairos_boards/grant": Grant,
    "kairos_boards/structuregrant": StructureGrant,
    "core/activity": Activity,
    "identity/user": User,
    "identity/agent": Agent,
    "identity/credential": Credential,
    "identity/organization": Organization,
}
LISTS = [*ROWS, "core/refusedcall"]
MOST_QUERIES = 15
NEVER = "00000000-0000-4000-8000-000000000000"


def furnished(world: World) -> None:
    """Something in every list."""
    for capability in ("purge", "manage_tasks"):
        world.alice.run("grant_capability", user="bob", capability=capability, board="web-delivery")
    world.alice.run("grant_capability", user="carol", capability="manage_structure", board="web-delivery")


def of_acme(world: World, model: Any) -> Any:
    """A row of alice's organization that its list shows."""
    organization = world.alice.principal.organization_id
    if model is Organization:
        return Organization.objects.get(id=organization)
    return world.bob.user if model is User else model.within(organization).last()


def addresses(world: World) -> list[str]:
    """Every address under /admin/, with the ids of rows that are there."""
    rows = {path: of_acme(world, model).pk for path, model in ROWS.items()}
    admin = next(each for each in get_resolver().url_patterns if str(each.pattern) == "admin/")
    assert isinstance(admin, URLResolver)
    found = set()
    for each in admin.url_patterns:
        if isinstance(each, URLPattern):
            found.add(str(each.pattern))
            continue
        path = str(each.pattern)
        for inner in each.url_patterns:
            tail = str(inner.pattern).replace("<path:object_id>", str(rows.get(path.strip("/"), 1)))
            found.add(path + tail)
    plain = (path.removesuffix("$").removeprefix("^") for path in found)
    return sorted(f"/admin/{path}" for path in plain if not any(char in path for char in "(<"))


@pytest.mark.parametrize("path", LISTS)
def test_a_list_takes_as_many_queries_at_any_size(world: World, path: str) -> None:
    furnished(world)
    client = browser(world.alice)
    with counted() as few:
        assert client.get(f"/admin/{path}/").status_code == 200
    for number in range(20):
        world.alice.run(
            "create_team", name=f"Team {number}", slug=f"team-{number}", code_prefix=f"T{number}X"
        )
        world.alice.run("create_member", user_name=f"p{number}", email=f"p{number}@example.com")
        world.alice.run("grant_capability", user=f"p{number}", capability="purge", board="web-delivery")
        agent(world.bob, f"bot-{number}")
    with counted() as many:
        assert client.get(f"/admin/{path}/").status_code == 200
    assert len(many) <= len(few) <= MOST_QUERIES, many


def test_a_board_and_a_team_take_few_queries(world: World) -> None:
    client = browser(world.alice)
    for path in ("kairos_boards/board", "kairos_boards/team"):
        row = of_acme(world, ROWS[path])
        with counted() as statements:
            assert client.get(f"/admin/{path}/{row.pk}/change/").status_code == 200
        assert len(statements) <= 20, statements


def test_an_admin_opens_every_address_and_writes_nothing(world: World) -> None:
    furnished(world)
    client = browser(world.alice)
    with nothing_written():
        answers = {path: client.get(path).status_code for path in addresses(world)}
    assert len(answers) > 50
    assert {path for path, status in answers.items() if status >= 500} == set()
    shut = {
        path for path, status in answers.items() if status not in (200, 302) and "/refusedcall/1/" not in path
    }
    assert {path.rstrip("/").rsplit("/", 1)[1] for path in shut} == {
        "add",
        "delete",
        "logout",
        "autocomplete",
    }, shut


@pytest.mark.parametrize("who", ["bob", "carol"])
def test_a_member_gets_the_designed_page_everywhere(world: World, who: str) -> None:
    furnished(world)
    client = browser(getattr(world, who))
    with nothing_written():
        for path in addresses(world):
            for answer in (client.get(path), client.post(path, {"request_key": "admin-0123456789"})):
                if path.endswith(("/admin/login/", "/admin/logout/")):
                    continue
                assert answer.status_code == 403, path
    assert "403.html" in [template.name for template in client.get("/admin/").templates]


def test_nobody_is_sent_to_sign_in_and_back(world: World) -> None:
    furnished(world)
    client = Client()
    for path in set(addresses(world)) - {"/admin/login/", "/admin/logout/"}:
        answer = client.get(path)
        assert answer.status_code == 302, path
        assert answer["Location"].startswith("/sign-in/?next="), path
    assert (
        client.get("/admin/core/activity/?q=x")["Location"]
        == "/sign-in/?next=%2Fadmin%2Fcore%2Factivity%2F%3Fq%3Dx"
    )
    assert client.get("/admin/login/?next=/admin/")["Location"] == "/sign-in/?next=%2Fadmin%2F"


def test_another_organization_is_not_there(world: World) -> None:
    """Every address with an id, as the admin of the neighbour: the page of an id that never was."""
    furnished(world)
    client = browser(world.mallory)
    with nothing_written():
        for path, model in ROWS.items():
            row = of_acme(world, model)
            listed = client.get(f"/admin/{path}/").content.decode()
            assert f"/{row.pk}/" not in listed
            for tail in (
                "change/",
                "history/",
                "delete/",
                "revoke/",
                "rotate/",
                "remove/",
                "set-password-link/",
            ):
                for ask in (client.get, client.post):
                    answer = ask(f"/admin/{path}/{row.pk}/{tail}", follow=True)
                    never = NEVER if len(str(row.pk)) == len(NEVER) else "987654321"
                    missing = ask(f"/admin/{path}/{never}/{tail}", follow=True)
                    assert answer.status_code == missing.status_code, (path, tail)
                    assert answer.status_code in (403, 404), (path, tail)


def test_a_random_id_and_a_foreign_one_are_the_same_page(world: World) -> None:
    client = browser(world.mallory)
    board = of_acme(world, Board)
    foreign = client.get(f"/admin/kairos_boards/board/{board.pk}/change/").content.decode()
    missing = client.get(f"/admin/kairos_boards/board/{NEVER}/change/").content.decode()
    assert _still(foreign) == _still(missing)


@pytest.mark.parametrize(
    "path",
    [
        "identity/user/?password__startswith=a",
        "identity/credential/?digest__startswith=a",
        "identity/credential/?user__password__startswith=a",
        "kairos_boards/board/?team__organization__slug=globex",
    ],
)
def test_a_list_answers_no_questions_about_other_columns(world: World, path: str) -> None:
    assert browser(world.alice).get(f"/admin/{path}").status_code == 400


@pytest.mark.parametrize(
    "query",
    [
        "?q=%00",
        "?q=" + "a" * 201,
        "?_popup=1",
        "?_to_field=id",
        "?kind=%00",
        "?p=99999999999999999999999&q=a%27",
    ],
)
def test_odd_queries_are_no_faults(world: World, query: str) -> None:
    assert browser(world.alice).get(f"/admin/identity/user/{query}").status_code in (200, 302, 404)


def test_filters_and_search_stay_in_the_organization(world: World) -> None:
    client = browser(world.alice)
    shown = client.get("/admin/kairos_boards/board/").content.decode()
    globex = Team.objects.filter(organization__slug="globex").first()
    assert globex is not None
    assert str(globex.pk) not in shown
    assert client.get(f"/admin/kairos_boards/board/?team={globex.pk}").context["cl"].result_count == 0
    people = client.get("/admin/identity/user/?q=mallory")
    assert people.context["cl"].result_count == 0
    fields = "app_label=kairos_boards&model_name=grant&field_name=user"
    found = client.get(f"/admin/autocomplete/?{fields}&term=").json()["results"]
    assert {each["text"] for each in found} == {"acme/alice", "acme/bob", "acme/carol", "acme/depot"}


def test_a_host_that_names_another_organization_opens_nothing(world: World, settings: Any) -> None:
    settings.BASE_DOMAIN, settings.ALLOWED_HOSTS = "hub.example.com", ["*"]
    client = browser(world.alice)
    assert client.get("/admin/", headers={"host": "acme.hub.example.com"}).status_code == 200
    assert client.get("/admin/", headers={"host": "globex.hub.example.com"}).status_code == 302


def test_the_policy_of_the_admin_names_no_foreign_origin(world: World) -> None:
    policy = browser(world.alice).get("/admin/")["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe-eval';" in policy
    assert "style-src 'self'; style-src-attr 'unsafe-inline';" in policy
    assert "http" not in policy
    assert "unsafe" not in Client().get("/sign-in/")["Content-Security-Policy"]


def _still(page: str) -> str:
    """A page without the token that differs each time."""
    return "\n".join(line for line in page.splitlines() if "csrf" not in line.lower())
