"""A client of `cairn view` for its tests: raw requests to 127.0.0.1, and the program while it serves."""
import json
import os
import re
import signal
import socket
import struct
import subprocess

import numpy

PROGRAM = os.environ["CAIRN_PROGRAM"]
PAGE = ('<!doctype html><html><head><title>page</title><style>p { color: red }</style></head>\n<body><p id="x"></p>'
        '<script>document.getElementById("x").textContent = "<script and <style";</script></body></html>\n')


def write_page():
    with open("page.html", "w") as file:
        file.write(PAGE)
    return "page.html"


class Answer:
    def __init__(self, data):
        head, _, self.body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        words = lines[0].split(" ", 2)
        self.status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
        self.headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            self.headers[name.lower()] = value.strip()
        if self.headers.get("transfer-encoding") == "chunked":
            self.body = unchunked(self.body)

    def json(self):
        return json.loads(self.body)

    def arrays(self):
        magic, length = struct.unpack_from("<II", self.body)
        assert magic == 0x4E524143 and (8 + length) % 8 == 0
        header = json.loads(self.body[8:8 + length])
        found = {}
        for name, array in header["arrays"].items():
            kind = {"f32": "<f4", "u32": "<u4", "u16": "<u2", "u8": "u1"}[array["type"]]
            assert array["offset"] % 8 == 0
            count = int(numpy.prod(array["shape"]))
            found[name] = numpy.frombuffer(self.body, kind, count, 8 + length + array["offset"]).reshape(array["shape"])
        return header, found


def unchunked(data):
    text = b""
    while data:
        size, _, rest = data.partition(b"\r\n")
        count = int(size or b"0", 16)
        if count == 0:
            break
        text, data = text + rest[:count], rest[count + 2:]
    return text


def connect(port, timeout=120):
    return socket.create_connection(("127.0.0.1", port), timeout)


def raw(port, data, timeout=120):
    """The answer to these bytes; status 0 if the server closes without one."""
    with connect(port, timeout) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the server may answer before it has everything
        parts = []
        try:
            while part := connection.recv(1 << 16):
                parts.append(part)
        except ConnectionResetError:
            pass
    return Answer(b"".join(parts))


class View:
    """`cairn view` with these words, until the end of a with block."""

    def __init__(self, *words, page=True):
        command = [PROGRAM, "view", *words, "--no-browser"] + (["--page", write_page()] if page else [])
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})", self.address)
        assert match, self.address + self.process.stderr.read()
        self.port, self.token = int(match[1]), match[2]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        return self.process.wait(120)

    def get(self, path, headers=(), method="GET", host=None, token=True):
        target = path + ("&" if "?" in path else "?") + "token=" + self.token if token else path
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host or f'127.0.0.1:{self.port}'}", *headers, "", ""]
        return raw(self.port, "\r\n".join(lines).encode())

    def events(self, most_seconds=120):
        """Server-sent events as (name, data), until the server or the caller ends them."""
        with connect(self.port, most_seconds) as connection:
            connection.sendall(f"GET /api/live?token={self.token} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            text = b""
            while part := connection.recv(4096):
                text += part
                for name, data in re.findall(rb"event: (\w+)\ndata: (\{.*?\})\n\n", text):
                    yield name.decode(), json.loads(data)
                text = text[text.rfind(b"\n\n") + 2 if b"\n\n" in text else 0:]
