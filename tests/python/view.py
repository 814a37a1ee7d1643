"""Tests of `cairn view` from outside: view.py CASE, in a folder with a finished run beads.run. Exit code 0: passed."""
import os
import random
import signal
import socket
import subprocess
import sys
import time

import h5py
import numpy

from view_client import PAGE, PROGRAM, View, connect, raw, write_page

API = ["/api/runs", "/api/run/0", "/api/run/0/bodies", "/api/run/0/frame/0", "/api/run/0/contacts/0",
       "/api/run/0/series", "/api/run/0/summary"]


def guard():
    """Nobody without the token, from another host name or from another site gets anything."""
    with View("beads.run") as view:
        own = f"127.0.0.1:{view.port}"
        for path in ["/", *API]:
            assert view.get(path).status == 200, path
            assert view.get(path, token=False).status == 403, path
            assert view.get(path + "?token=" + "0" * 32, token=False).status == 403, path
            assert view.get(path + "?token=" + view.token[:-1], token=False).status == 403, path
            for host in ["evil.example", "127.0.0.1", f"127.0.0.2:{view.port}", f"evil.example:{view.port}", own + ".", ""]:
                assert view.get(path, host=host or " ").status in (400, 403), (path, host)
            assert view.get(path, [f"Host: {own}"]).status == 403, "two hosts"
            for origin in ["http://evil.example", "null", f"https://{own}", f"http://127.0.0.1:{view.port + 1}"]:
                assert view.get(path, [f"Origin: {origin}"]).status == 403, origin
            for site in ["cross-site", "same-site"]:
                assert view.get(path, [f"Sec-Fetch-Site: {site}"]).status == 403, site
            assert view.get(path, [f"Origin: http://{own}", "Sec-Fetch-Site: same-origin"]).status == 200
        cookie = view.get("/").headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/" in cookie, cookie
        pair = cookie.split(";")[0]
        assert view.get("/api/runs", ["Cookie: a=b; " + pair], token=False).status == 200
        assert view.get("/api/runs", ["Cookie: x" + pair], token=False).status == 403
        assert view.get("/api/runs", ["Cookie: " + pair[:-1]], token=False).status == 403
        assert raw(view.port, f"GET /api/runs?token={view.token} HTTP/1.0\r\n\r\n".encode()).status in (400, 403)
        assert view.get("/api/runs", host=f"localhost:{view.port}").status == 200
        listening(view)
        assert view.end() in (0, 130)


def listening(view):
    """The port is bound to 127.0.0.1 alone."""
    places = [line.split()[1] for line in open("/proc/net/tcp").read().splitlines()[1:] if line.split()[3] == "0A"]
    mine = [place for place in places if int(place.split(":")[1], 16) == view.port]
    assert mine == [f"0100007F:{view.port:04X}"], mine


def headers():
    """Every answer forbids guessing of types and storage; the page runs its own scripts alone."""
    with View("beads.run") as view:
        for path in ["/", "/nothing", *API]:
            for token in (True, False):
                answer = view.get(path, token=token)
                assert answer.headers["x-content-type-options"] == "nosniff", path
                assert answer.headers["cache-control"] == "no-store", path
                assert "default-src 'none'" in answer.headers["content-security-policy"], path
        page = view.get("/")
        policy = page.headers["content-security-policy"]
        nonce = policy.split("script-src 'nonce-")[1].split("'")[0]
        assert f"style-src 'nonce-{nonce}'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        text = page.body.decode()
        assert text.count(f'nonce="{nonce}"') == 2, text  # one script, one style; words in the script are no elements
        assert text.replace(f' nonce="{nonce}"', "") == PAGE
        assert nonce not in view.get("/").body.decode(), "a nonce serves one answer"


def methods():
    with View("beads.run") as view:
        for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "CONNECT", "PRI", "get", "X"]:
            answer = view.get("/api/runs", method=method)
            assert answer.status in (400, 405), (method, answer.status)
        assert view.get("/api/runs", ["Content-Length: 5"]).status == 400
        assert view.get("/api/runs", ["Transfer-Encoding: chunked"]).status == 400
        assert view.get("/api/runs", ["Range: bytes=0-1,0-1,0-1"]).status in (400, 416)


def traversal():
    """300 ways to ask for another file all end in 404 (or 400), and none tells anything of a file."""
    ups = ["..", "%2e%2e", "%2E.", ".%2e", "..%00", "%252e%252e", "....", "..;", "%c0%ae%c0%ae", "\\..", "..%5c", "%2e%2e%2f"]
    files = ["etc/passwd", "beads.yaml", "beads.run/scene.yaml", "scene.yaml", "run.h5"]
    starts = ["/", "/api/", "/api/run/0/", "/api/run/0/frame/", "//"]
    forms = [start + up + "/" + file for start in starts for up in ups for file in files]
    assert len(forms) >= 300
    with View("beads.run") as view:
        for form in forms:
            answer = view.get(form)
            assert answer.status in (400, 404), (form, answer.status)
            assert b"root:" not in answer.body and b"materials" not in answer.body, form
        for path in ["/api/run/00", "/api/run/-1", "/api/run/1e0", "/api/run/0/frame/0x0", "/api/run/0/frame/", "/api/run/0 ",
                     "/api/run/99999999999999999999", "/api/run/0/frame/000", "/api/run/1", "/api/run/0/frame/999999999"]:
            assert view.get(path).status in (400, 404), path


def limits():
    """A client that sends too much, too slowly or too often is dismissed, and others go on."""
    with View("beads.run") as view:
        assert raw(view.port, b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 100000).status in (0, 400, 431)
        assert raw(view.port, b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\n\r\n").status in (0, 400, 414, 431)
        assert view.get("/api/runs").status == 200
        # One byte now and then: the whole request has five seconds.
        begin = time.monotonic()
        slow = connect(view.port)
        answer = b""
        slow.settimeout(0.25)
        while time.monotonic() - begin < 120:
            try:
                slow.sendall(b"G")
                answer = slow.recv(1000)
                break
            except TimeoutError:
                continue
            except OSError:
                break
        assert 4 < time.monotonic() - begin < 120 and (not answer or b" 408 " in answer), answer
        # 200 connections that say nothing: some are closed at once, and none stays.
        silent = [connect(view.port) for _ in range(200)]
        deadline = time.monotonic() + 120
        while view_status(view) != 200:
            assert time.monotonic() < deadline, "no answer after the silent connections"
            time.sleep(0.2)
        for connection in silent:
            connection.close()
        slow.close()
        assert view.end(signal.SIGTERM) in (0, 143)


def view_status(view):
    try:
        return view.get("/api/runs").status
    except OSError:
        return 0


def arrays():
    """What the browser gets is what the results hold."""
    with View("beads.run") as view, h5py.File("beads.run/run.h5") as run:
        info = view.get("/api/run/0").json()
        center = numpy.array(info["center"])
        _, bodies = view.get("/api/run/0/bodies").arrays()
        assert (bodies["uid"] == run["bodies/uid"][:]).all() and (bodies["group"] == run["bodies/name_index"][:]).all()
        assert (bodies["mass"] == run["bodies/mass"][:].astype("f4")).all()
        assert info["state"] == "finished" and not info["remarks"], info["remarks"]
        assert len(info["frames"]) == len(run["frames"]) and info["has_compatible"] is False
        assert [group["name"] for group in info["groups"]] == [name.decode() for name in run["names"][:]]
        assert set(numpy.array(info["materials"])[bodies["material"]]) <= set(info["materials"])
        for shape in info["shapes"]:
            assert shape["kind"] in ("sphere", "plane") or shape["mesh"]["vertices"], shape
        slips = 0
        for k, entry in enumerate(info["frames"]):
            frame = run[f"frames/{k:06d}"]
            header, got = view.get(f"/api/run/0/frame/{k}").arrays()
            assert header["time"] == entry["time"] == frame.attrs["time"]
            assert (got["uid"] == frame["uid"][:]).all()
            assert (got["position"] == (frame["position"][:] - center).astype("f4")).all()
            for ours, theirs in [("orientation", "orientation"), ("velocity", "velocity"), ("spin", "angular_velocity")]:
                assert (got[ours] == frame[theirs][:].astype("f4")).all(), ours
            _, contacts = view.get(f"/api/run/0/contacts/{k}").arrays()
            stored = frame["contacts"]
            pairs = stored["bodies"][:].reshape(-1, 2)
            assert (contacts["a"] == pairs[:, 0]).all() and (contacts["b"] == pairs[:, 1]).all()
            assert (contacts["force"] == stored["force"][:].astype("f4")).all()
            slips += check_states(contacts, stored, 0.5)
            # The force on a body is the sum over its contacts.
            sums = {uid: numpy.zeros(3) for uid in frame["uid"][:]}
            for (a, b), force in zip(pairs, stored["force"][:]):
                sums[a] -= force
                sums[b] += force
            wanted = numpy.array([sums[uid] for uid in frame["uid"][:]])
            assert numpy.allclose(got["force"], wanted, rtol=1e-5, atol=1e-6 * abs(wanted).max()), k
        assert slips > 0, "no contact slips in the whole run: the test sees nothing"
        check_series(view.get("/api/run/0/series").json())
        assert view.get("/api/run/0/summary").body == open("beads.run/summary.json", "rb").read()
        assert view.get("/api/run/0/picture/1.png").body.startswith(b"\x89PNG")
        assert view.get("/api/runs").json()["runs"] == [{"index": 0, "name": "beads.run", "title": info["title"]}]


def check_states(contacts, stored, friction):
    """Number of contacts that slip, after a comparison of all states with the forces."""
    force, normal = stored["force"][:].reshape(-1, 3), stored["normal"][:].reshape(-1, 3)
    push = (force * normal).sum(axis=1)
    side = numpy.linalg.norm(force - push[:, None] * normal, axis=1)
    wanted = numpy.where(~force.any(axis=1), 0, numpy.where(push <= 0, 3, numpy.where(side >= 0.999 * friction * push, 2, 1)))
    assert (contacts["state"] == wanted).all(), (contacts["state"], wanted)
    return int((wanted == 2).sum())


def check_series(series):
    lines = open("beads.run/series.csv").read().splitlines()
    assert [column["name"] for column in series["columns"]] == lines[1].split(",")
    assert [column["unit"] for column in series["columns"]] == lines[0].removeprefix("# units: ").split(",")
    assert any(column["meaning"] for column in series["columns"][1:])
    for row, line in enumerate(lines[2:]):
        for column, field in enumerate(line.split(",")):
            assert series["values"][column][row] == (float(field) if field else None)


def live():
    """A run that goes on is followed, also when it is killed and resumed."""
    run = subprocess.Popen([PROGRAM, "run", "long.yaml", "-q", "-j", "1"])
    deadline = time.monotonic() + 60
    while subprocess.run(["test", "-e", "long.run/run.h5"]).returncode:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    with View("long.run") as view:
        assert view.get("/api/run/0").json()["state"] == "running"
        seen, rows = [], []
        for name, data in view.events(60):
            assert data["run"] == 0
            if name == "series":
                rows.append(data["rows"])
            if name == "state" and data["state"] == "running":
                seen.append(data["frames"])
                if len(seen) >= 3 and run.poll() is None:
                    run.send_signal(signal.SIGKILL)
                    run.wait()
            if name == "state" and data["state"] == "interrupted":
                break
        assert seen == sorted(seen) and len(set(seen)) >= 3 and rows == sorted(rows) and rows, (seen, rows)
        info = view.get("/api/run/0").json()
        assert info["state"] == "interrupted" and len(info["frames"]) >= seen[-1]
        last = len(info["frames"]) - 1
        assert view.get(f"/api/run/0/frame/{last}").status == 200
        # The same page sees it go on and end.
        until = info["frames"][-1]["time"] + 0.02
        resumed = subprocess.Popen([PROGRAM, "resume", "long.run", "-q", "-j", "1", "--until", str(until)])
        for name, data in view.events(60):
            if name == "state" and data["state"] == "finished":
                break
        assert resumed.wait() == 0
        info = view.get("/api/run/0").json()
        assert info["state"] == "finished" and abs(info["frames"][-1]["time"] - until) < 2e-5, info["frames"][-1]


def damaged():
    """What is readable is served; what is not stands in the remarks."""
    path = "beads.run/frames/000001.h5"
    whole = open(path, "rb").read()
    with View("beads.run") as view:
        open(path, "wb").write(whole[:len(whole) // 2])
        info = view.get("/api/run/0").json()
        assert [entry["readable"] for entry in info["frames"]][:3] == [True, False, True]
        broken = bytearray(whole)
        broken[len(whole) // 2] ^= 1
        open(path, "wb").write(broken)
        assert view.get("/api/run/0/frame/1").status == 404
        assert view.get("/api/run/0/frame/2").status == 200
        assert any("frame 1" in remark for remark in view.get("/api/run/0").json()["remarks"])
    open(path, "wb").write(whole)
    table = open("beads.run/run.h5", "rb").read()
    open("beads.run/run.h5", "wb").write(table[:len(table) // 3])
    open("beads.run/summary.json", "w").write("{broken")
    with View("beads.run") as view:
        info = view.get("/api/run/0").json()
        assert info["state"] == "damaged" and info["remarks"] and info["frames"] == []
        assert len(view.get("/api/run/0/series").json()["values"][0]) > 1
        assert view.get("/api/run/0/summary").body == b"null"
        assert view.get("/api/run/0/frame/0").status == 404


def places():
    """A port in use, folders that are no runs, two runs, a study, and the page's own absence."""
    page = ["--no-browser", "--page", write_page()]

    def refused(*words):
        done = subprocess.run([PROGRAM, "view", *words, *page], capture_output=True, text=True, timeout=60)
        assert done.returncode == 2 and not done.stdout, (words, done)
        return done.stderr

    with View("beads.run", "other.run") as view:
        assert f"port {view.port}" in refused("beads.run", "--port", str(view.port))
        names = [run["name"] for run in view.get("/api/runs").json()["runs"]]
        assert names == ["beads.run", "other.run"] and view.get("/api/run/1").status == 200
        assert view.get("/api/runs").json()["study"] is None
    assert "beads.run" in refused("bead.run")
    assert "beads.run" in refused(".")
    assert "is not the folder of a run" in refused("study/runs")[:200] or "001.run" in refused("study/runs")
    with View("study") as view:
        answer = view.get("/api/runs").json()
        assert answer["study"] == {"columns": ["run", "let.mu"], "rows": [["001.run", 0.5], ["002.run", "failed"]]}
        assert [run["name"] for run in answer["runs"]] == ["001.run"]


def fuzz():
    """Random requests: the server answers or closes, and goes on. view.py fuzz COUNT."""
    count = int(sys.argv[2])
    chance = random.Random(1)
    with View("beads.run") as view:
        words = ["GET", "POST", "/", "/api/run/0/frame/1", "/api/live", " ", "HTTP/1.1", "\r\n", "Host: ", f"127.0.0.1:{view.port}",
                 "token=", view.token, "?", "&", "..", "%2e", "\0", "Content-Length: ", "9" * 30, "Transfer-Encoding: chunked\r\n",
                 "Range: bytes=", "0-", ",", "Cookie: ", "Expect: 100-continue\r\n", "Connection: keep-alive\r\n", ";", "\x7f", "\xff"]
        proper = f"GET /api/runs?token={view.token} HTTP/1.1\r\nHost: 127.0.0.1:{view.port}\r\n\r\n".encode()
        for k in range(count):
            kind = chance.random()
            if kind < 0.4:
                data = "".join(chance.choices(words, k=chance.randint(1, 20))).encode("latin-1")
            elif kind < 0.8:
                changed = bytearray(proper)
                for _ in range(chance.randint(1, 4)):
                    changed[chance.randrange(len(changed))] = chance.randrange(256)
                data = bytes(changed)
            else:
                data = chance.randbytes(chance.randint(0, 300))
            poke(view.port, data)
            if k % 500 == 0:
                assert raw(view.port, proper).status == 200, k
        assert view.process.poll() is None and raw(view.port, proper).status == 200
        assert view.end() in (0, 130)


def poke(port, data):
    """Sends the bytes and reads a little of the answer."""
    with connect(port) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            connection.recv(4096)
        except (ConnectionResetError, BrokenPipeError):
            pass


def browser():
    """With a display the address goes to xdg-open; without one, or with --no-browser, it is printed alone."""
    os.makedirs("bin", exist_ok=True)
    with open("bin/xdg-open", "w") as script:
        script.write('#!/bin/sh\necho "$@" > opened.part && mv opened.part opened.txt\n')
    os.chmod("bin/xdg-open", 0o755)
    bare = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    path = {"PATH": os.path.abspath("bin") + ":" + os.environ["PATH"]}
    for more, words, opens in [({"DISPLAY": ":9"}, [], True), ({"WAYLAND_DISPLAY": "wayland-9"}, [], True), ({}, [], False), ({"DISPLAY": ":9"}, ["--no-browser"], False)]:
        view = subprocess.Popen([PROGRAM, "view", "beads.run", "--page", write_page(), *words], stdout=subprocess.PIPE, text=True, env={**bare, **path, **more})
        address, said = view.stdout.readline().strip(), view.stdout.readline()
        assert address.startswith("http://127.0.0.1:")
        assert said.startswith("The browser opens this address." if opens else "Open this address in a browser."), said
        deadline = time.monotonic() + 60
        while opens and not os.path.exists("opened.txt"):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        view.send_signal(signal.SIGINT)
        view.wait(60)
        view.stdout.close()
        assert os.path.exists("opened.txt") == opens
        if opens:
            assert open("opened.txt").read().strip() == address
            os.remove("opened.txt")


def companion():
    """`cairn run --view` has the bits of a run without it, and its page goes when the run is interrupted."""
    words = [PROGRAM, "run", "beads.yaml", "-j", "2", "--hash"]
    plain = subprocess.run([*words, "-o", "plain.run"], capture_output=True, text=True)
    shown = subprocess.Popen([*words, "-o", "shown.run", "--view"], stdout=subprocess.PIPE, text=True)
    # The page speaks for itself: its address may come after a short run has ended.
    address, hashes, stays = "", [], False
    for line in shown.stdout:
        if line.startswith("http://"):
            address = line.strip()
        if line.startswith("hash"):
            hashes.append(line)
        stays = stays or line.startswith("The page stays open")
        if stays and address:
            break
    assert hashes and hashes == [line for line in plain.stdout.splitlines(True) if line.startswith("hash")]
    port = int(address.split(":")[2].split("/")[0])
    query = address.split("?")[1]
    answer = raw(port, f"GET /api/run/0?{query} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    assert answer.status == 200 and answer.json()["state"] == "finished"
    shown.send_signal(signal.SIGTERM)
    assert shown.wait(120) == 0
    try:
        connect(port, 2).close()
        raise AssertionError("the page is still served")
    except OSError:
        pass


if __name__ == "__main__":
    {test.__name__: test for test in (guard, headers, methods, traversal, limits, arrays, live, damaged, places, fuzz, browser,
                                      companion)}[sys.argv[1]]()
