"""Bodies: their size, their depth, and what is no message."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from tests.mcp_bridge import probes
from tests.mcp_bridge.requests import HANDSHAKE, MODERN, Answer, Site

LIMIT = 8 * 1024 * 1024
ERAS = pytest.mark.parametrize("version", [HANDSHAKE, MODERN])


def echo(text: str) -> bytes:
    params = {"name": "probe_echo", "arguments": {"text": text}}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()


def sized(size: int) -> bytes:
    return echo("x" * (size - len(echo(""))))


def nested(levels: int, innermost: str = "1") -> bytes:
    """A call whose body has that many levels: the message, its params and its arguments are three."""
    deep = "[" * (levels - 3) + innermost + "]" * (levels - 3)
    return echo("@").replace(b'"@"', deep.encode())


@pytest.mark.rule("endpoint.08")
def test_a_body_at_its_limit_is_read(site: Site) -> None:
    answer = site.send(sized(LIMIT))
    assert (answer.status, answer.read) == (200, LIMIT)


@pytest.mark.rule("endpoint.08")
@pytest.mark.parametrize("length", [None, b"10", b"-1", b"many"])
def test_a_body_over_its_limit_is_cut_whatever_its_header_says(site: Site, length: bytes | None) -> None:
    headers = [(b"content-length", length)] if length else []
    answer = site.send(sized(4 * LIMIT), headers=headers, chunk=LIMIT // 64)
    assert (answer.status, answer.read) == (413, LIMIT + LIMIT // 64), "the chunk that passes it is the last"
    assert probes.RAN == []
    assert site.call("probe_echo", text="x").status == 200


@pytest.mark.rule("endpoint.08")
@pytest.mark.parametrize("length", [str(LIMIT + 1).encode(), b"9" * 5000])
def test_a_body_that_says_it_is_too_large_is_not_read(site: Site, length: bytes) -> None:
    answer = site.send(sized(LIMIT), headers=[(b"content-length", length)])
    assert (answer.status, answer.read) == (413, 0)


@pytest.mark.rule("endpoint.09")
def test_sixty_four_levels_are_read(site: Site) -> None:
    for innermost in ("1", ""):
        answer = site.send(nested(64, innermost))
        assert answer.status == 200
        assert answer.text.startswith("VALIDATION: The value of text must be a string.")


@pytest.mark.rule("endpoint.09")
@ERAS
@pytest.mark.parametrize(
    "body", [nested(65), nested(65, ""), nested(5_000), b"[" * 1_000_000, b'{"a":' * 100_000]
)
def test_deeper_bodies_are_refused(site: Site, version: str, body: bytes) -> None:
    assert replace(site, version=version).send(body).status == 400
    assert probes.RAN == []


def test_brackets_in_a_text_are_no_levels(site: Site) -> None:
    assert site.call("probe_echo", text="[{" * 500).status == 200


@ERAS
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nonsense",
        b"\xff\xfe",
        echo("x").decode().encode("utf-16"),
        echo("@").replace(b'"@"', b"NaN"),
        echo("@").replace(b'"@"', b"-Infinity"),
        echo("@").replace(b'"@"', b"9" * 10_000),
        b"1",
        b"null",
        b"[]",
        b"[" + echo("x") + b"]",
        b"{}",
        b'{"jsonrpc":"1.0","id":1,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":null,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":true,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":{},"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1,"method":5}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
        b'{"jsonrpc":"2.0","id":1,"result":{}}',
    ],
)
def test_what_is_no_message_is_refused_in_our_words(site: Site, version: str, body: bytes) -> None:
    answer = replace(site, version=version).send(body)
    assert answer.status == 400
    assert answer.json["error"]["message"] in (
        "The body is not valid JSON in UTF-8.",
        "The body must be a single JSON-RPC request or notification.",
    )
    assert probes.RAN == []


def both_eras(site: Site, params: dict[str, Any]) -> list[Answer]:
    return [replace(site, version=version).rpc("tools/call", params) for version in (HANDSHAKE, MODERN)]


@pytest.mark.rule("endpoint.07")
def test_a_lone_surrogate_is_the_same_refusal_in_both_eras(site: Site) -> None:
    answers = both_eras(site, {"name": "probe_echo", "arguments": {"text": "a\ud800b"}})
    assert [answer.text for answer in answers] == [answers[0].text] * 2
    assert answers[0].text.startswith(
        'VALIDATION: The value of text must be text without a lone surrogate. The call gives "a\\ud800b".'
    )


@pytest.mark.rule("endpoint.07")
@pytest.mark.parametrize("text", ["ä😀\u2028", "\x7f", "9" * 5000])
def test_a_text_arrives_as_it_was_sent(site: Site, text: str) -> None:
    answers = both_eras(site, {"name": "probe_echo", "arguments": {"text": text}})
    assert [answer.text for answer in answers] == [f"text: {text}\nactor: robo"] * 2


@pytest.mark.parametrize("arguments", [{}, None, "absent"])
def test_arguments_that_are_missing_are_none_at_all(site: Site, arguments: Any) -> None:
    params = {"name": "probe_session"} | ({} if arguments == "absent" else {"arguments": arguments})
    assert [answer.result["isError"] for answer in both_eras(site, params)] == [False, False]


@pytest.mark.parametrize("arguments", [[], "text", 5])
def test_arguments_that_are_no_object_are_a_protocol_error(site: Site, arguments: Any) -> None:
    answers = both_eras(site, {"name": "probe_session", "arguments": arguments})
    assert [answer.json["error"]["code"] for answer in answers] == [-32602, -32602]
    assert [answer.json["error"]["message"] for answer in answers] == ["Invalid request parameters"] * 2


def test_the_limit_is_a_setting(site: Site, settings: Settings) -> None:
    settings.BODY_LIMIT_BYTES = 1000
    assert site.send(sized(1000)).status == 200
    assert site.send(sized(1001)).status == 413


def test_notifications_are_accepted(site: Site) -> None:
    body = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'
    assert [replace(site, version=version).send(body).status for version in (HANDSHAKE, MODERN)] == [202, 202]
