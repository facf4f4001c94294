"""Small `.metis` folders that tests write."""

from collections.abc import Mapping
from pathlib import Path

TASK = """\
---
id: paint-the-shed
level: task
title: "Paint the shed"
short_code: "SHED-T-0001"
created_at: 2025-10-16T00:49:18.154457+00:00
updated_at: 2025-10-16T20:20:06Z
parent: SHED-I-0001
blocked_by: []
archived: false

tags:
  - "#task"
  - "#phase/todo"
  # - "#phase/active"

exit_criteria_met: false
strategy_id: NULL
initiative_id: SHED-I-0001
---

# Paint the shed

---

- level: {vision|task} of [[SHED-I-0001]]\tstays\u00a0as it is\x20\x20
"""
BODY = "\n# Paint the shed\n\n---\n\n- level: {vision|task} of [[SHED-I-0001]]\tstays\u00a0as it is  \n"
INITIATIVE = """\
---
id: build-a-shed
level: initiative
title: "Build a shed"
short_code: "SHED-I-0001"
created_at: 2025-10-01T08:00:00+02:00
updated_at: 2025-10-02T08:00:00+00:00
parent: SHED-V-0001
blocked_by: []
archived: false
tags:
  - "#initiative"
  - "#phase/decompose"
estimated_complexity: XL
---
"""
VISION = """\
---
id: shed-vision
level: vision
title: "A garden"
short_code: "SHED-V-0001"
status: published
created_at: 2025-07-05T11:02:47Z
updated_at: 2025-07-05T11:02:47Z
parent:
blocked_by:

# Phase progression for vision
tags:
  - "#vision"
  - "#phase/published"
  # - "#phase/draft"
---
See https://example.com/garden
"""
SPECIFICATION = """\
---
level: specification
title: Shed 2.0
short_code: SHED-S-0001
parent: SHED-I-0001
tags: ["#specification", "#phase/discovery"]
---
"""
ADR = """\
---
id: 001-wood
level: adr
title: "Wood"
number: 1
short_code: "SHED-A-0001"
created_at: 2025-07-02T15:10:00+00:00
updated_at: 2025-10-16T02:01:15.803156+00:00
decision_date:
decision_maker:
parent:
archived: false
tags:
  - "#adr"
  - "#phase/superseded"
---
"""
NEWER_ADR = """\
---
level: adr
title: "Stone"
short_code: "SHED-A-0002"
decision_date: 2025-10-16
decision_maker: Garden Team
tags: ["#adr", "#phase/decided"]
supersedes: "[[SHED-A-0001]]"
---
"""
FILES: Mapping[str, str | bytes] = {
    "config.toml": '[project]\nprefix = "SHED"\n',
    "metis.db": b"SQLite format 3\0",
    "vision.md": VISION,
    "specifications/SHED-S-0001/specification.md": SPECIFICATION,
    "initiatives/SHED-I-0001/initiative.md": INITIATIVE,
    "initiatives/SHED-I-0001/tasks/SHED-T-0001.md": TASK,
    "adrs/SHED-A-0001.md": ADR,
    "adrs/SHED-A-0002.md": NEWER_ADR,
}


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        file = root / ".metis" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def task(code: str, *lines: str, title: str = "A task", body: str = "") -> str:
    given_fields = {line.partition(":")[0] for line in lines}
    tags = [] if "tags" in given_fields else ['tags: ["#task", "#phase/todo"]']
    return "\n".join(
        ["---", "level: task", f"short_code: {code}", f"title: {title}", *tags, *lines, "---", body]
    )
