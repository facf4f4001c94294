"""`tools/call`: both styles, in both eras."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from hub.core.models import RefusedCall
from tests.mcp_bridge import probes
from tests.mcp_bridge.requests import HANDSHAKE, MODERN, Answer, Site

ERAS = pytest.mark.parametrize("version", [HANDSHAKE, MODERN])
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("probe_echo", {"text": "hällo"}),
    ("probe_write", {"text": "x"}),
    ("probe_refuse", {"text": "x"}),
    ("probe_surrogate", {}),
    ("probe_hub", {"text": "x"}),
    ("probe_hub_refuse", {"text": "x"}),
    ("probe_hub_busy", {}),
    ("probe_echo", {"text": 5}),
    ("probe_echo", {"no": 1}),
]


def content_of(answer: Answer) -> dict[str, Any]:
    """The result without what the newest revision adds to every result."""
    return {key: value for key, value in answer.result.items() if key not in ("_meta", "resultType")}


@pytest.mark.rule("endpoint.07")
@pytest.mark.parametrize(("tool", "arguments"), CALLS)
def test_both_eras_give_the_same_results(site: Site, tool: str, arguments: dict[str, Any]) -> None:
    old, new = (replace(site, version=version).call(tool, **arguments) for version in (HANDSHAKE, MODERN))
    assert (old.status, new.status) == (200, 200)
    assert content_of(old) == content_of(new)


@pytest.mark.rule("endpoint.05")
@pytest.mark.parametrize(
    ("version", "name"),
    [
        *((version, name) for version in (HANDSHAKE, MODERN) for name in ("probe_hidden", "", "x" * 500)),
        (HANDSHAKE, "\ud800"),  # in the newest revision the name is a header too, which has no such letter
    ],
)
def test_an_unknown_tool_is_a_protocol_error(site: Site, version: str, name: str) -> None:
    error = replace(site, version=version).call(name).json["error"]
    assert error["code"] == -32602
    assert error["message"].startswith("Unknown tool: ")
    assert len(error["message"]) < 120


@pytest.mark.rule("fusion.09")
@ERAS
def test_a_board_tool_answers_its_text(site: Site, version: str) -> None:
    assert content_of(replace(site, version=version).call("probe_echo", text="*a*")) == {
        "content": [{"type": "text", "text": "text: *a*\nactor: robo"}],
        "isError": False,
    }


@pytest.mark.rule("endpoint.05", "fusion.10")
@ERAS
def test_a_board_refusal_has_its_code_and_sorted_details(site: Site, version: str) -> None:
    assert content_of(replace(site, version=version).call("probe_refuse", text="ä")) == {
        "content": [{"type": "text", "text": 'CONFLICT: Not ä.\ndetails: {"alpha":"ä","zeta":1}'}],
        "isError": True,
    }


@pytest.mark.rule("fusion.10")
def test_a_refusal_without_details_has_one_line(site: Site) -> None:
    answer = site.call("probe_bug")
    request_id = answer.header("x-request-id")
    assert answer.text == f"INTERNAL: The server failed. It is logged under the request {request_id}."


@pytest.mark.rule("fusion.11")
@ERAS
def test_a_hub_tool_answers_an_object_twice(site: Site, version: str) -> None:
    answer = replace(site, version=version).call("probe_hub", text="ä")
    assert content_of(answer) == {
        "content": [{"type": "text", "text": '{"text":"ä","actor":"robo"}'}],
        "structuredContent": {"text": "ä", "actor": "robo"},
        "isError": False,
    }


@pytest.mark.rule("fusion.12", "fusion.13")
@ERAS
@pytest.mark.parametrize(
    ("tool", "arguments", "error"),
    [
        (
            "probe_hub_refuse",
            {"text": "x"},
            {
                "code": "conflict",
                "message": "Not x.",
                "retryable": False,
                "details": {"alpha": "x", "zeta": 1},
            },
        ),
        (
            "probe_hub_busy",
            {},
            {"code": "unavailable", "message": "Busy.", "retryable": True, "details": {"scope": "x"}},
        ),
    ],
)
def test_a_hub_refusal_is_an_object_twice(
    site: Site, version: str, tool: str, arguments: dict[str, Any], error: dict[str, Any]
) -> None:
    answer = replace(site, version=version).call(tool, **arguments)
    assert (answer.result["isError"], answer.result["structuredContent"]) == (True, error)
    assert json.loads(answer.text) == error


@pytest.mark.rule("conventions.arguments.01", "conventions.arguments.04", "conventions.arguments.05")
@ERAS
@pytest.mark.parametrize("argument", ["tenant", "texts", "request_key"])
def test_an_unknown_argument_is_refused_and_the_others_have_no_effect(
    site: Site, version: str, argument: str
) -> None:
    answer = replace(site, version=version).call("probe_echo", text="x", **{argument: "acme"})
    assert answer.text == (
        f'VALIDATION: The call has the argument "{argument}". This tool does not accept that argument. '
        "The arguments of this tool are: text, times, wait_ms.\n"
        f'details: {{"allowed":["text","times","wait_ms"],"field":"{argument}"}}'
    )
    assert probes.RAN == []


@pytest.mark.rule("fusion.14")
@ERAS
def test_a_hub_tool_refuses_an_unknown_argument_in_its_words(site: Site, version: str) -> None:
    answer = replace(site, version=version).call("probe_hub", text="x", tenant="acme")
    assert answer.result["structuredContent"] == {
        "code": "invalid_argument",
        "message": 'The call has the argument "tenant". This tool does not accept that argument. '
        "The arguments of this tool are: text, times, wait_ms.",
        "retryable": False,
        "details": {"allowed": ["text", "times", "wait_ms"], "field": "tenant"},
    }
    assert probes.RAN == []


@ERAS
@pytest.mark.parametrize("tool", ["probe_surrogate", "probe_hub_surrogate"])
def test_a_refusal_that_no_encoding_has_is_answered(site: Site, version: str, tool: str) -> None:
    answer = replace(site, version=version).call(tool)
    assert (answer.status, answer.result["isError"]) == (200, True)
    answer.text.encode()


@pytest.mark.rule("conventions.arguments.13")
@ERAS
@pytest.mark.parametrize("tool", ["probe_bug", "probe_broken_text", "probe_hub_bug"])
def test_a_bug_shows_nothing_of_itself(
    site: Site, version: str, tool: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = replace(site, version=version).call(tool, **({"text": "x"} if "broken" in tool else {}))
    assert answer.result["isError"] is True
    assert b"secret" not in answer.body
    assert "Error" not in answer.text
    assert "the secret text" in caplog.text


def test_a_hub_bug_is_internal(site: Site) -> None:
    error = site.call("probe_hub_bug").result["structuredContent"]
    assert (error["code"], error["retryable"], error["details"]) == ("internal", False, {})


def test_a_refused_call_is_counted_once(site: Site) -> None:
    site.call("probe_refuse", text="x")
    site.call("probe_echo", text="x")
    site.call("no_such_tool")
    assert [(row.tool, row.code) for row in RefusedCall.objects.all()] == [("probe_refuse", "CONFLICT")]


def test_a_request_key_replays(site: Site) -> None:
    first, again = (site.call("probe_write", text="x", request_key="a-key-of-one-call") for _ in range(2))
    assert again.text.startswith(f"{first.text}\nReplayed: the call with this request_key at ")
    assert len(probes.RAN) == 1
