"""Logs: one JSON object a line, and no credential in it."""

from __future__ import annotations

from hub.core.logs import redacted


def test_a_token_in_any_text_of_a_line_is_blotted_out() -> None:
    token = "kairos_sk_acme_" + "A" * 43
    line = {"event": f"GET /x?key={token}", "exception": f"bad {token}!", "n": 3}
    assert redacted(None, "", line) == {"event": "GET /x?key=kairos_…", "exception": "bad kairos_…!", "n": 3}
