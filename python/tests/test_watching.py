"""Progress and Ctrl-C where people see and press them: in a terminal and in a notebook."""
import os
import pty
import re
import subprocess
import sys
import time

import pytest
from conftest import scene

import cairn

LONG = f"import cairn; sim = cairn.Simulation({scene()!r})"
PATIENCE = 60  # s until a test gives up; nothing is timed


def test_progress_and_ctrl_c_in_a_terminal():
    parent, child = pty.openpty()
    code = LONG + """
try:
    sim.run(until=1e4)
except KeyboardInterrupt:
    print("stopped at step", sim.steps, sim.hash, flush=True)
sim.step()
"""
    with subprocess.Popen([sys.executable, "-c", code], stdin=child, stdout=child, stderr=child, start_new_session=True,
                          preexec_fn=lambda: __import__("fcntl").ioctl(0, __import__("termios").TIOCSCTTY, 0)) as process:
        os.close(child)
        said, pressed, end = "", False, time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                said += os.read(parent, 4096).decode()
            except OSError:  # the terminal is closed
                break
            if "contacts" in said and not pressed:
                os.write(parent, b"\x03")
                pressed = True
        assert process.wait(PATIENCE) == 0, said
    os.close(parent)
    assert re.search(r"\rt = [\d.e-]+ s of 10000 +0 % +42 bodies +\d+ contacts +\d+ s left", said), said
    steps, found = re.search(r"stopped at step (\d+) (0x\w+)", said).groups()
    again = cairn.Simulation(scene())
    again.step(int(steps))
    assert again.hash == found


def test_no_progress_into_files():
    slow = LONG + "; import time; sim.add_measure('slow', lambda s: time.sleep(0.4) or 0, {'x': '1'}, every=0.01); sim.run(until=0.02"
    done = subprocess.run([sys.executable, "-c", slow + ")"], capture_output=True, text=True, check=True)
    assert done.stdout + done.stderr == ""
    done = subprocess.run([sys.executable, "-c", slow + ", progress=True)"], capture_output=True, text=True, check=True)
    assert "t = " in done.stderr and " of 0.02 " in done.stderr and done.stderr.endswith("\n") and done.stdout == ""


@pytest.fixture
def kernel():
    from jupyter_client.manager import start_new_kernel
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    manager, client = start_new_kernel(kernel_name="python3")
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def test_progress_and_interrupt_in_a_notebook(kernel):
    manager, client = kernel

    def run(code, until=None):
        """Executes a cell, interrupts it once it has said `until`, and returns what it said."""
        # After an error a kernel drops what comes next, unless it is told not to.
        cell = client.execute(code, stop_on_error=False)
        said, stop = "", until
        while True:
            message = client.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") != cell:
                continue
            content = message["content"]
            said += content.get("text", "") + content.get("ename", "")
            if stop and stop in said:
                manager.interrupt_kernel()
                stop = None
            if message["msg_type"] == "status" and content["execution_state"] == "idle":
                return said

    assert run(LONG) == ""
    said = run("sim.run(until=1e4)", until=" left ")
    assert "bodies" in said and said.endswith("KeyboardInterrupt")
    steps, found = run("sim.step(); print(sim.steps, sim.hash)").split()
    again = cairn.Simulation(scene())
    again.step(int(steps))
    assert again.hash == found
