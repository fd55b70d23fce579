"""The autograder of a Gradescope assignment: a zip file that grades every submission with Sapper.

Gradescope runs setup.sh once, and run_autograder in /autograder for each submission:

    source/                what the zip file contains
    submission/            the student's files
    results/results.json   the result; `sapper grade --results` writes it

The specification is at https://gradescope-autograders.readthedocs.io/en/latest/specs/.
"""

from __future__ import annotations

import io
import shlex
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

SETUP = """\
#!/usr/bin/env bash
# Gradescope runs this once. It installs Sapper, which needs Python 3.11 or later.
set -e
cd /autograder/source
apt-get update
apt-get install -y build-essential
for python in python3.13 python3.12 python3.11; do
    if apt-get install -y "$python" "$python-venv" "$python-dev"; then
        break
    fi
done
"$python" -m venv /autograder/sapper
/autograder/sapper/bin/pip install --upgrade pip
/autograder/sapper/bin/pip install PACKAGE
"""

RUN = """\
#!/usr/bin/env bash
# Gradescope runs this for each submission, in /autograder.
cd "$(dirname "$0")"
mkdir -p results
sapper/bin/sapper grade submission --results results/results.json \\
    --rubric source/rubric.toml OPTIONS
# `sapper grade` fails if the agent does not pass, but the autograder has done its work.
test -f results/results.json
"""


def autograder(rubric: str, options: Sequence[str] = (), package: Path | None = None) -> bytes:
    """The zip file. `package` is a wheel or a source archive of Sapper to install."""
    wanted = f"sapper=={version('sapper')}" if package is None else f"./{package.name}"
    files = {
        "setup.sh": SETUP.replace("PACKAGE", shlex.quote(wanted)).encode(),
        "run_autograder": RUN.replace(" OPTIONS", f" {shlex.join(options)}".rstrip()).encode(),
        "rubric.toml": rubric.encode(),
    }
    if package is not None:
        files[package.name] = package.read_bytes()
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            member = ZipInfo(name)
            is_script = data.startswith(b"#!")
            member.external_attr = (0o100755 if is_script else 0o100644) << 16
            member.compress_type = ZIP_DEFLATED
            archive.writestr(member, data)
    return made.getvalue()
