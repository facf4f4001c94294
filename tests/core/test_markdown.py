"""Markdown as HTML: what is rendered, and that nothing dangerous comes through."""

from __future__ import annotations

import time
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from django.template import Context, Template

from hub.core import markdown
from hub.core.markdown import render
from tests.core.hostile_markdown import MARKUP, PAYLOADS

TAGS = {
    *(
        "p",
        "br",
        "hr",
        "strong",
        "em",
        "s",
        "code",
        "pre",
        "blockquote",
        "ul",
        "ol",
        "li",
        "a",
        "div",
        "span",
    ),
    *("table", "thead", "tbody", "tr", "th", "td", "h2", "h3", "h4", "h5", "h6"),
}
ATTRIBUTES = {
    "a": {"href", "title", "rel"},
    "ol": {"start"},
    "pre": {"tabindex"},
    "div": {"tabindex", "class"},
    **{tag: {"class"} for tag in ("th", "td", "li", "span")},
}
CLASSES = {"", "table-scroll", "end", "center", "task-item", "task-mark"}
REL = ' rel="noopener nofollow ugc"'


class Reader(HTMLParser):
    """What a browser would see of a rendered text."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.faults.append(f"<{tag}>")
        for name, value in attrs:
            if name not in ATTRIBUTES.get(tag, set()):
                self.faults.append(f"<{tag} {name}>")
            if name == "href" and not self._is_safe(value or ""):
                self.faults.append(f"href {value}")
            if name == "class" and value not in CLASSES:
                self.faults.append(f"class {value}")

    def _is_safe(self, address: str) -> bool:
        clean = "".join(char for char in address if char > " " and char.isprintable())
        return urlsplit(clean).scheme in ("", "http", "https", "mailto")

    def handle_comment(self, data: str) -> None:
        self.faults.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self.faults.append(f"<!{decl}>")

    def unknown_decl(self, data: str) -> None:
        self.faults.append(f"<![{data}]>")

    def handle_pi(self, data: str) -> None:
        self.faults.append(f"<?{data}>")


def faults(html: str) -> list[str]:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader.faults


def test_nothing_dangerous_survives_of_any_payload() -> None:
    assert len(PAYLOADS) > 600
    found = {payload: there for payload in PAYLOADS if (there := faults(render(payload)))}
    assert found == {}


def test_nothing_dangerous_survives_of_all_payloads_in_one_text() -> None:
    assert faults(render("\n\n".join(MARKUP))) == []
    assert faults(render("\n".join(MARKUP))) == []
    assert faults(render(" ".join(MARKUP))) == []


@pytest.mark.parametrize(
    "html",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=a>",
        '<a href="java\tscript:a">x</a>',
        "<p id=x>",
        "<!--x-->",
    ],
)
def test_the_reader_of_these_tests_sees_what_is_dangerous(html: str) -> None:
    assert faults(html) != []


def test_each_wall_holds_without_the_other() -> None:
    parsed_only = markdown._PARSER.render("\n\n".join(MARKUP), {"top": 3})
    assert faults(parsed_only) == []
    for payload in MARKUP:
        assert faults(markdown._CLEANER.clean(payload)) == [], payload


def test_markup_is_shown_as_it_was_written() -> None:
    assert render("<b>x</b> &lt;i&gt;") == "<p>&lt;b&gt;x&lt;/b&gt; &lt;i&gt;</p>\n"


def test_headings_begin_at_the_level_of_the_page_and_skip_none() -> None:
    assert render("# A\n### B\n##### C\n## D") == "<h3>A</h3>\n<h4>B</h4>\n<h5>C</h5>\n<h4>D</h4>\n"
    assert render("### A\n# B", 4) == "<h4>A</h4>\n<h4>B</h4>\n"
    assert render("# A\n## B\n### C\n#### D\n##### E").count("<h6>") == 2


def test_a_short_code_leads_to_its_page_outside_code_and_links() -> None:
    assert render("See WEB-T-0012, and ACME-I-0001.") == (
        f'<p>See <a href="/items/WEB-T-0012/"{REL}>WEB-T-0012</a>, '
        f'and <a href="/items/ACME-I-0001/"{REL}>ACME-I-0001</a>.</p>\n'
    )
    assert "/items/" not in render("`WEB-T-0012`\n\n    WEB-T-0012\n\n```\nWEB-T-0012\n```")
    assert "/items/" not in render("[WEB-T-0012](https://example.com/) https://example.com/WEB-T-0012")
    assert render("**WEB-T-0012**") == (
        f'<p><strong><a href="/items/WEB-T-0012/"{REL}>WEB-T-0012</a></strong></p>\n'
    )


@pytest.mark.parametrize(
    "text",
    ["web-T-0012", "WEB-X-0012", "WEB-T-012", "xWEB-T-0012", "WEB-T-0012a", "WEB-T-0012-b", "a/WEB-T-0012"],
)
def test_what_is_no_short_code_stays_text(text: str) -> None:
    assert "<a" not in render(text)


def test_an_image_is_a_link_and_loads_nothing() -> None:
    assert render("![A plan](https://example.com/plan.png)") == (
        f'<p><a href="https://example.com/plan.png"{REL}>A plan</a></p>\n'
    )
    assert render("![](/plan.png)") == f'<p><a href="/plan.png"{REL}>/plan.png</a></p>\n'
    assert render("[![Badge](https://example.com/b.svg)](https://example.com/)") == (
        f'<p><a href="https://example.com/"{REL}>Badge</a></p>\n'
    )


def test_web_addresses_become_links_and_names_of_files_do_not() -> None:
    assert render("https://example.com/a?b=1&c=2") == (
        f'<p><a href="https://example.com/a?b=1&amp;c=2"{REL}>https://example.com/a?b=1&amp;c=2</a></p>\n'
    )
    assert "<a" not in render("items.py, example.com, a@example.com and ftp://example.com")


def test_tables_and_tasks_and_code() -> None:
    assert render("|a|b|\n|--:|:-:|\n|1|2|").startswith(
        '<div class="table-scroll" tabindex="0"><table>\n<thead>\n<tr>\n<th class="end">a</th>\n'
        '<th class="center">b</th>'
    )
    assert render("- [ ] to do\n- [X] done") == (
        '<ul>\n<li class="task-item"><span class="task-mark">☐</span> to do</li>\n'
        '<li class="task-item"><span class="task-mark">☑</span> done</li>\n</ul>\n'
    )
    assert render("```py\na < b\n```") == '<pre tabindex="0"><code>a &lt; b\n</code></pre>\n'


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        "![" * 100_000,
        "[a](b) " * 28_000,
        "*a " * 60_000,
        "`" * 200_000,
        ">" * 200_000,
        "mailto:" * 28_000,
    ],
    ids=["brackets", "images", "links", "stars", "ticks", "quotes", "mailto"],
)
def test_no_text_keeps_a_page_waiting(text: str) -> None:
    began = time.monotonic()
    assert faults(render(text)) == []
    assert time.monotonic() - began < 5


def test_a_text_that_is_too_long_to_parse_is_shown_as_it_is() -> None:
    text = "# <b>\n" * 40_000
    assert render(text) == f"<pre>{text.replace('<', '&lt;').replace('>', '&gt;')}</pre>"


def test_the_filter_renders_in_a_template() -> None:
    template = Template("{% load markdown %}{{ text|markdown }}{{ text|markdown:5 }}")
    assert template.render(Context({"text": "# A"})) == "<h3>A</h3>\n<h5>A</h5>\n"
