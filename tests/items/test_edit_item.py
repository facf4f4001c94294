"""edit_item: search and replace on the server."""

from __future__ import annotations

from typing import Any

import pytest

from hub.core import operations, schemas
from hub.core.codes import Code
from tests.items import rows
from tests.world import World


@pytest.mark.rule("edit_item.01")
def test_has_no_version_argument() -> None:
    schema = schemas.published(operations.get("edit_item").input)
    assert list(schema["properties"]) == ["short_code", "search", "replace", "replace_all", "request_key"]
    assert schema["required"] == ["short_code", "search", "replace"]
    assert schema["additionalProperties"] is False


@pytest.mark.rule("edit_item.02", "edit_item.10", "items.01")
def test_replaces_the_one_occurrence_and_nothing_else(world: World) -> None:
    code = world.task(content="  One.\r\n\tTwo. \n\nThree.\n")
    text = world.alice.text("edit_item", short_code=code, search="Two", replace="2")
    assert text == f"Edited {code} in 1 place (version 2)."
    assert rows.item(code).content == "  One.\r\n\t2. \n\nThree.\n"
    history = world.alice.result("get_history", short_code=code)
    assert [shown.version for shown in history.versions] == [2, 1]


@pytest.mark.rule("edit_item.03")
@pytest.mark.parametrize("search", ["one.", "One .", "One\n.", "O.e", "[O]ne", "One.*"])
def test_matches_exact_text_only(world: World, search: str) -> None:
    code = world.task(content="One. Two.")
    world.alice.refused(Code.VALIDATION, "edit_item", short_code=code, search=search, replace="x")


def test_search_and_replace_are_no_patterns(world: World) -> None:
    code = world.task(content=r"a.*(b)\1 $&")
    world.alice.run("edit_item", short_code=code, search=r".*(b)\1", replace=r"\g<0>$1")
    assert rows.item(code).content == r"a\g<0>$1 $&"


@pytest.mark.rule("edit_item.04")
def test_looks_at_the_content_only(world: World) -> None:
    code = world.task(title="In the title", content="Nothing.")
    world.alice.run("append_note", short_code=code, text="In the note")
    for search in ("In the title", "In the note"):
        world.alice.refused(Code.VALIDATION, "edit_item", short_code=code, search=search, replace="x")


@pytest.mark.rule("edit_item.05")
def test_an_empty_replacement_removes_the_text(world: World) -> None:
    code = world.task(content="Keep. Drop. ")
    world.alice.run("edit_item", short_code=code, search=" Drop.", replace="")
    assert rows.item(code).content == "Keep. "


@pytest.mark.rule("edit_item.06", "edit_item.13")
def test_refuses_several_matches_with_their_number(world: World) -> None:
    code = world.task(content="a b a b a")
    refusal = world.alice.refused(Code.VALIDATION, "edit_item", short_code=code, search="a", replace="x")
    assert refusal.message == (
        f"The text of search is in {code} (version 1) 3 times. "
        "Send a longer text that is there one time, or send replace_all: true."
    )
    assert refusal.field == "search"


@pytest.mark.rule("edit_item.07")
def test_replaces_every_match_in_one_version(world: World) -> None:
    code = world.task(content="a b a b a")
    text = world.alice.text("edit_item", short_code=code, search="a", replace="x", replace_all=True)
    assert text == f"Edited {code} in 3 places (version 2)."
    assert rows.item(code).content == "x b x b x"


def test_replacing_a_text_by_itself_writes_nothing(world: World) -> None:
    code = world.task(content="a b")
    text = world.alice.text("edit_item", short_code=code, search="a", replace="a")
    assert text == f"{code} has that text already: nothing changed (version 1)."
    assert rows.item(code).version == 1


@pytest.mark.rule("edit_item.11")
def test_refuses_an_empty_search(world: World) -> None:
    code = world.task(content="a b")
    refusal = world.alice.refused(Code.VALIDATION, "edit_item", short_code=code, search="", replace="x")
    assert refusal.message == 'The value of search must be text that is not empty. The call gives "".'
    assert refusal.field == "search"


@pytest.mark.rule("edit_item.12")
def test_refuses_a_search_that_is_not_there(world: World) -> None:
    code = world.task(content="a b")
    refusal = world.alice.refused(Code.VALIDATION, "edit_item", short_code=code, search="c", replace="x")
    assert refusal.message == (
        f"The text of search is not in {code} (version 1). "
        "Read it with get_item, and send text of its content."
    )
    assert refusal.field == "search"


@pytest.mark.rule("edit_item.14")
@pytest.mark.parametrize("argument", ["search", "replace"])
def test_refuses_a_call_without(world: World, argument: str) -> None:
    arguments: dict[str, Any] = {"short_code": world.task(content="a"), "search": "a", "replace": "b"}
    del arguments[argument]
    refusal = world.alice.refused(Code.VALIDATION, "edit_item", **arguments)
    assert refusal.message.startswith(f'The call does not have the argument "{argument}".')


@pytest.mark.rule("edit_item.15")
def test_refuses_an_unknown_code(world: World) -> None:
    world.alice.refused(Code.NOT_FOUND, "edit_item", short_code="WEB-T-9999", search="a", replace="b")


@pytest.mark.rule("edit_item.16")
def test_refuses_an_archived_item(world: World) -> None:
    code = world.task(content="a")
    rows.archive(code)
    refusal = world.alice.refused(Code.NOT_FOUND, "edit_item", short_code=code, search="a", replace="b")
    assert refusal.message == f"{code} is archived. restore_item brings it back."


@pytest.mark.rule("edit_item.17")
def test_the_edit_rule_decides(world: World) -> None:
    code = world.task(world.depot, content="a")
    refusal = world.carol.refused(Code.FORBIDDEN, "edit_item", short_code=code, search="a", replace="b")
    assert refusal.details["required_capability"] == "manage_tasks"
    rows.grant(world.carol, "web-delivery", "manage_tasks")
    for number, persona in enumerate((world.depot, world.carol, world.alice), start=2):
        result = persona.result("edit_item", short_code=code, search="a", replace="aa", replace_all=True)
        assert result.version == number


@pytest.mark.rule("edit_item.19", "edit_item.20", "edit_item.21")
@pytest.mark.parametrize(
    ("content", "search", "exact"),
    [
        ("Line one.\n Line two.", "Line one. Line two.", "Line one.\n Line two."),
        ("a  b", "a b", "a  b"),
        ("x a b y", "a\t\n b", "a b"),
        ("# T\r\n\r\n- a\r\n", "# T\n\n- a\n", "# T\r\n\r\n- a\r\n"),
        ("é \t ü", "é ü", "é \t ü"),
        ("  lead", "\tlead", "  lead"),
    ],
)
def test_quotes_a_text_that_differs_only_in_whitespace(
    world: World, content: str, search: str, exact: str
) -> None:
    code = world.task(content=content)
    refusal = world.alice.refused(Code.VALIDATION, "edit_item", short_code=code, search=search, replace="x")
    quoted = exact.replace("\r", "\\r").replace("\n", "\\n")
    assert refusal.message == (
        f"The text of search is not in {code} (version 1). A text that differs only in whitespace is in the "
        f'content one time. Send this exact text as search: "{quoted}".'
    )
    assert (rows.item(code).content, rows.item(code).version) == (content, 1)
    world.alice.run("edit_item", short_code=code, search=exact, replace="x")
    assert rows.item(code).content == content.replace(exact, "x")


@pytest.mark.rule("edit_item.20")
def test_no_whitespace_is_not_a_run_of_whitespace(world: World) -> None:
    code = world.task(content="ab")
    refusal = world.alice.refused(Code.VALIDATION, "edit_item", short_code=code, search="a b", replace="x")
    assert "differs only in whitespace" not in refusal.message


@pytest.mark.rule("edit_item.22")
def test_gives_the_number_and_the_first_of_several_such_texts(world: World) -> None:
    code = world.task(content="a\nb, a  b, a\t b")
    refusal = world.alice.refused(Code.VALIDATION, "edit_item", short_code=code, search="a b", replace="x")
    assert refusal.message == (
        f"The text of search is not in {code} (version 1). A text that differs only in whitespace is in the "
        'content 3 times. Send the exact text of one place, the first is this, as search: "a\\nb".'
    )


def test_refuses_a_replacement_that_makes_the_content_too_large(world: World) -> None:
    code = world.task(content="a" * 1000)
    refusal = world.alice.refused(
        Code.VALIDATION, "edit_item", short_code=code, search="a", replace="x" * 1049, replace_all=True
    )
    assert refusal.field == "replace"
    world.alice.run("edit_item", short_code=code, search="a", replace="x" * 1048, replace_all=True)
    assert len(rows.item(code).content) == 1_048_000


def test_looks_for_whitespace_in_linear_time(world: World) -> None:
    code = world.task(content="a " * 250_000)
    search = "a\t" * 100_000 + "b"
    refusal = world.alice.refused(Code.VALIDATION, "edit_item", short_code=code, search=search, replace="x")
    assert "differs only" not in refusal.message
