"""Markdown as HTML: the only place where HTML made from people's and agents' text is marked safe.

Two walls (`04-security`): a parser that knows no HTML, then an allow-list over its output. Nothing here
asks the database: a short code becomes a link to its page whether or not an item has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

SCHEMES = {"http", "https", "mailto"}
SECTION = 3  # below the page's h1 and its h2 of a section
# What a parser with backtracking is not asked to do: a longer text is shown as it is written, and so is a
# paragraph whose brackets would each be sought through all of it.
_LONGEST = 200_000
_MOST_SEARCHED = 20_000_000
_DEEPEST = 6
_SHORT_CODE = re.compile(r"(?<![\w/-])[A-Z][A-Z0-9]{0,9}-[SITDA]-[0-9]{4,9}(?![\w-])", re.ASCII)
_TASK = re.compile(r"\[([ xX])\](?=\s)")

_TAGS = {
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
_CLEANER = nh3.Cleaner(
    tags=_TAGS,
    clean_content_tags={"script", "style"},
    attributes={"a": {"href", "title"}, "ol": {"start"}},
    tag_attribute_values={"pre": {"tabindex": {"0"}}, "div": {"tabindex": {"0"}}},
    allowed_classes={
        "div": {"table-scroll"},
        "th": {"end", "center"},
        "td": {"end", "center"},
        "li": {"task-item"},
        "span": {"task-mark"},
    },
    link_rel="noopener nofollow ugc",
    url_schemes=SCHEMES,
)


def render(text: str, top: int = SECTION) -> SafeString:
    """The HTML of a Markdown text, its first heading at level `top` and none skipped below."""
    shown = _PARSER.render(text, {"top": top}) if len(text) <= _LONGEST else f"<pre>{_escaped(text)}</pre>"
    return mark_safe(_CLEANER.clean(shown))


class _Parser(MarkdownIt):
    def validateLink(self, url: str) -> bool:
        """An address of this site, or of one of the schemes; a link to any other stays text."""
        try:
            scheme = urlsplit(url.strip()).scheme
        except ValueError:
            return False
        return not scheme or scheme.lower() in SCHEMES


def _bounds(state: StateCore) -> None:
    """A paragraph that would take too long stays text."""
    for inline in _inlines(state):
        if inline.content.count("[") * len(inline.content) > _MOST_SEARCHED:
            inline.type = "text"


def _outline(state: StateCore) -> None:
    """Headings begin below the page's own, and go one level deeper at a time, for who hears them."""
    open_levels: list[int] = []
    tag = ""
    for token in state.tokens:
        if token.type == "heading_open":
            level = int(token.tag[1:])
            while open_levels and open_levels[-1] >= level:
                open_levels.pop()
            open_levels.append(level)
            tag = f"h{min(state.env['top'] + len(open_levels) - 1, _DEEPEST)}"
        if token.type in ("heading_open", "heading_close"):
            token.tag = tag


def _images(state: StateCore) -> None:
    """An image is a link to it: the policy of the pages loads nothing foreign, and its alt text says more."""
    for inline in _inlines(state):
        made: list[Token] = []
        depth = 0
        for token in inline.children or []:
            depth += _nesting(token)
            if token.type != "image":
                made.append(token)
                continue
            label = token.content or str(token.attrGet("src") or "")
            text = Token("text", "", 0, content=label, level=token.level)
            made += [text] if depth else _link(str(token.attrGet("src") or ""), text)
        inline.children = made


def _short_codes(state: StateCore) -> None:
    """A short code outside code and links leads to the page of its item."""
    for inline in _inlines(state):
        made: list[Token] = []
        depth = 0
        for token in inline.children or []:
            depth += _nesting(token)
            made += [token] if depth or token.type != "text" else _with_codes(token)
        inline.children = made


def _with_codes(token: Token) -> Iterator[Token]:
    rest = 0
    for found in _SHORT_CODE.finditer(token.content):
        if found.start() > rest:
            yield token.copy(content=token.content[rest : found.start()])
        yield from _link(f"/items/{found[0]}/", token.copy(content=found[0]))
        rest = found.end()
    if rest < len(token.content) or not rest:
        yield token.copy(content=token.content[rest:])


def _tasks(state: StateCore) -> None:
    """`- [ ]` and `- [x]`: the box as a character, since the text is changed elsewhere."""
    tokens = state.tokens
    for place in range(2, len(tokens)):
        item, paragraph, inline = tokens[place - 2 : place + 1]
        if (item.type, paragraph.type, inline.type) != ("list_item_open", "paragraph_open", "inline"):
            continue
        first = inline.children[0] if inline.children else None
        found = _TASK.match(first.content) if first is not None and first.type == "text" else None
        if first is None or found is None:
            continue
        item.attrSet("class", "task-item")
        first.content = first.content[found.end() :]
        mark = Token("text", "", 0, content="☐" if found[1] == " " else "☑")
        opened = Token("span_open", "span", 1, attrs={"class": "task-mark"})
        inline.children = [opened, mark, Token("span_close", "span", -1), *(inline.children or [])]


def _cells(state: StateCore) -> None:
    """The alignment of a cell as a class: the policy of the pages allows no style attribute."""
    for token in state.tokens:
        if token.type in ("th_open", "td_open"):
            style = str(token.attrs.pop("style", ""))
            side = {"text-align:right": "end", "text-align:center": "center"}.get(style)
            if side:
                token.attrSet("class", side)


def _inlines(state: StateCore) -> Iterator[Token]:
    return (token for token in state.tokens if token.type == "inline")


def _nesting(token: Token) -> int:
    return {"link_open": 1, "link_close": -1}.get(token.type, 0)


def _link(address: str, text: Token) -> list[Token]:
    return [Token("link_open", "a", 1, attrs={"href": address}), text, Token("link_close", "a", -1)]


def _scrolled(
    self: RendererHTML, tokens: Sequence[Token], place: int, options: OptionsDict, env: EnvType
) -> str:
    """A wide table scrolls in a box of its own, which the keyboard reaches."""
    table = self.renderToken(tokens, place, options, env)
    return (
        f'<div class="table-scroll" tabindex="0">{table}' if tokens[place].nesting == 1 else f"{table}</div>"
    )


def _code(self: RendererHTML, tokens: Sequence[Token], place: int, options: OptionsDict, env: EnvType) -> str:
    """A block of code, in a box that scrolls too."""
    return f'<pre tabindex="0"><code>{_escaped(tokens[place].content)}</code></pre>\n'


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _made() -> _Parser:
    parser = _Parser("js-default", {"linkify": True})
    assert parser.linkify is not None, "linkify-it-py is a requirement"
    # Only what is written as a web address: `item.py` and `a@b` stay text.
    parser.linkify.set({"fuzzy_link": False, "fuzzy_email": False, "fuzzy_ip": False})
    for schema in ("ftp:", "//", "mailto:"):
        parser.linkify.add(schema, None)
    parser.core.ruler.before("inline", "_bounds", _bounds)
    for rule in (_outline, _images, _short_codes, _tasks, _cells):
        parser.core.ruler.push(rule.__name__, rule)
    for name in ("table_open", "table_close"):
        parser.add_render_rule(name, _scrolled)
    for name in ("fence", "code_block"):
        parser.add_render_rule(name, _code)
    return parser


_PARSER = _made()
