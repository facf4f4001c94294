"""Profiles: what each lists, and that none changes a right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hub.core import operations
from mcp_bridge import profiles
from tests.mcp_bridge import probes
from tests.mcp_bridge.requests import HANDSHAKE, MODERN, Site

ERAS = pytest.mark.parametrize("version", [HANDSHAKE, MODERN])


@pytest.fixture
def small(site: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A registry with one tool of each kind."""
    monkeypatch.setattr(operations, "_registry", {})
    kinds: list[tuple[str, Any, Any]] = [
        ("whoami", "boards", "work"),
        ("search", "boards", "work"),
        ("get_item", "boards", "work"),
        ("create_team", "boards", "admin"),
        ("feed_read", "hub", "hub"),
        ("import_items", "boards", None),
    ]
    for name, family, profile in kinds:
        declared = operations.operation(
            name=name, family=family, profile=profile, writes=False, text=probes.text_of
        )
        declared(probes.echo)
    return site


def names(site: Site) -> list[str]:
    return [tool["name"] for tool in site.rpc("tools/list").result["tools"]]


@pytest.mark.rule("profiles.06")
@ERAS
@pytest.mark.parametrize(
    ("query", "listed"),
    [
        ("", ["feed_read", "get_item", "search", "whoami"]),
        ("profile=work", ["feed_read", "get_item", "search", "whoami"]),
        ("profile=admin", ["create_team"]),
        ("profile=all", ["create_team", "feed_read", "get_item", "search", "whoami"]),
        ("profile=boards", ["get_item", "search", "whoami"]),
        ("profile=hub", ["feed_read", "search", "whoami"]),
    ],
)
def test_a_profile_lists_its_tools(small: Site, version: str, query: str, listed: list[str]) -> None:
    assert names(replace(small, query=query, version=version)) == listed
    assert names(replace(small, query=query, version=version)) == listed, "also when it is kept"


def test_what_is_kept_is_kept_per_profile_and_revision(small: Site) -> None:
    bodies = {
        (query, version): replace(small, query=query, version=version).rpc("tools/list").body
        for query in ("profile=work", "profile=admin")
        for version in (HANDSHAKE, MODERN)
    }
    assert len(set(bodies.values())) == 4


@pytest.mark.rule("profiles.07")
def test_work_is_the_default(site: Site) -> None:
    default, work = (replace(site, query=query).rpc("tools/list") for query in ("", "profile=work"))
    assert default.body == work.body


@pytest.mark.rule("profiles.13", "fusion.07")
@ERAS
@pytest.mark.parametrize(
    ("query", "given"),
    [
        ("profile=foo", "foo"),
        ("profile=", ""),
        ("profile=WORK", "WORK"),
        ("profile=work&profile=foo", "foo"),
        ("profile=work&profile=admin", "work, admin"),
        ("profile=%00%f0", "\\u0000\ufffd"),
    ],
)
def test_an_unknown_profile_is_refused_and_named(site: Site, version: str, query: str, given: str) -> None:
    other = replace(site, query=query, version=version)
    for answer in (other.rpc("tools/list"), other.call("probe_echo", text="x"), other.initialize()):
        assert answer.status == 400
        assert answer.json["error"] == {
            "code": -32602,
            "message": f'The profile "{given}" is unknown. The profiles are: work, admin, all, boards, hub.',
            "data": {"field": "profile", "allowed": ["work", "admin", "all", "boards", "hub"]},
        }
    assert probes.RAN == []


@pytest.mark.rule("endpoint.06", "profiles.11", "fusion.06")
@pytest.mark.parametrize("query", [f"profile={profile}" for profile in profiles.LISTS])
@pytest.mark.parametrize("tool", ["probe_echo", "probe_admin", "probe_hub"])
def test_a_tool_runs_whatever_the_profile_lists(site: Site, query: str, tool: str) -> None:
    listing = replace(site, query="profile=all")
    assert replace(site, query=query).call(tool, text="x").result == listing.call(tool, text="x").result
    assert len(probes.RAN) == 2


@pytest.mark.rule("profiles.12")
@pytest.mark.parametrize("query", [f"profile={profile}" for profile in profiles.LISTS])
def test_a_refusal_is_the_same_on_each_profile(site: Site, query: str) -> None:
    refusals = [
        replace(site, query=query).call(tool, text="x").text for tool in ("probe_refuse", "probe_hub_refuse")
    ]
    assert refusals == [
        'CONFLICT: Not x.\ndetails: {"alpha":"x","zeta":1}',
        '{"code":"conflict","message":"Not x.","retryable":false,"details":{"zeta":1,"alpha":"x"}}',
    ]
