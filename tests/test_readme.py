"""The README does what it says: its Python runs, its links lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_ten_lines_of_python_run(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    photo = ROOT / "samples" / "rings" / "stills" / "wire.jpg"
    (tmp_path / "toy.jpg").write_bytes(photo.read_bytes())
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{code}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    state, certainty, remaining, words = re.split(r"[ \n]", done.stdout.strip(), maxsplit=3)
    assert state == "011010110"
    assert float(certainty) > 0.9
    assert (int(remaining), words) == (155, "Put ring one on the bar.")


def test_every_link_to_a_file_leads_to_one() -> None:
    prose = re.sub(r"```.*?```", "", README, flags=re.DOTALL)
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
