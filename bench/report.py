"""Describes the commit, the machine and the spread of results, for the benchmarks."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
from collections.abc import Sequence
from pathlib import Path


def machine() -> str:
    """The commit, processor, cores and Python version, in one line."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    processor = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line for line in cpuinfo.read_text().splitlines() if "model name" in line]
        processor = names[0].partition(":")[2].strip() if names else processor
    python = platform.python_version()
    return f"commit {commit or 'unknown'}; {processor}, {os.cpu_count()} cores; Python {python}"


def spread(values: Sequence[float], unit: str = "s") -> str:
    """The median of the values, with minimum and maximum.

    >>> spread([3.0, 1.0, 2.0])
    '2.00 s (1.00 to 3.00, 3 runs)'
    """
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{middle:.2f} {unit} ({low:.2f} to {high:.2f}, {len(values)} runs)"
