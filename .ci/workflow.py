"""Run the shell steps of a workflow's job on this machine, in a fresh clone, so that the workflows are not fiction.

Run: python .ci/workflow.py .github/workflows/bundle.yml bundle [KEY=VALUE …]
KEY=VALUE choose the row of the job's matrix. Steps that use an action are told and passed over: the checkout is the clone, the Python is
one of a fresh virtual environment, an upload is looked at instead of sent. It stops at the first step that fails.
"""

from __future__ import annotations

import glob
import os
import re
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]


def rows(job: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of a job's matrix; one empty row where it has none."""
    matrix = dict(job.get("strategy", {}).get("matrix", {}))
    included = matrix.pop("include", [])
    crossed = [dict(zip(matrix, values, strict=True)) for values in product(*matrix.values())] if matrix else []
    return [*crossed, *included] or [{}]


def filled(text: str, row: dict[str, Any]) -> str:
    """Return a step's text with the matrix's values in it; raise ValueError for an expression that is something else."""
    text = re.sub(r"\$\{\{ matrix\.(\w+) \}\}", lambda found: str(row[found[1]]), text)
    if "${{" in text:
        raise ValueError(f"this cannot be run here: {text}")
    return text


def main(words: list[str]) -> int:
    """Run the steps; return 1 when one fails, 2 when there is no such job or row."""
    job = yaml.safe_load(Path(words[0]).read_text("utf-8"))["jobs"].get(words[1])
    wanted = dict(word.split("=", 1) for word in words[2:])
    found = [row for row in rows(job or {}) if all(str(row.get(key)) == value for key, value in wanted.items())]
    if job is None or not found:
        print(f"{words[0]} has no job {words[1]!r} with {wanted}.")
        return 2
    row = found[0]
    with tempfile.TemporaryDirectory(prefix="workflow-") as folder:
        clone, env = Path(folder) / "clone", {**os.environ, "CI": "true"}
        env.pop("PYTHONPATH", None)
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        for step in job["steps"]:
            action = step.get("uses", "").split("@")[0]
            if action == "actions/setup-python":
                subprocess.run([sys.executable, "-m", "venv", f"{folder}/venv"], check=True)
                env["PATH"] = f"{folder}/venv/bin{os.pathsep}{env['PATH']}"
            elif action == "actions/upload-artifact":
                kept = sorted(glob.glob(str(clone / filled(step["with"]["path"], row))))
                print("to upload:", *(f"{Path(path).name} ({Path(path).stat().st_size / 2**20:.1f} MiB)" for path in kept), flush=True)
                if not any(Path(path).is_file() for path in kept):
                    return 1
            elif "run" in step:
                command = filled(step["run"], row).replace(
                    "sudo --preserve-env=PATH ", "" if os.geteuid() == 0 else "sudo --preserve-env=PATH "
                )
                print(f"== {step.get('name', '')}: {command}", flush=True)
                own = {key: filled(str(value), row) for key, value in step.get("env", {}).items()}
                if subprocess.run(["bash", "-eo", "pipefail", "-c", command], cwd=clone, env={**env, **own}, check=False).returncode:
                    print(f"FAILED: {command}")
                    return 1
            else:
                print(f"-- {step.get('uses')}: done by the clone", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
