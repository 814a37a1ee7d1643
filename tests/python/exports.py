"""Reads what `cairn export` wrote of beads.run with readers of others: exports.py CASE. Exit code 0: passed."""
import base64
import csv
import gzip
import json
import os
import re
import subprocess
import sys

import h5py
import numpy

from view_client import PAGE, PROGRAM, View, write_page


def export(*words):
    done = subprocess.run([PROGRAM, "export", "beads.run", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def close(a, b):
    return numpy.array_equal(numpy.asarray(a), numpy.asarray(b))


def vtk():
    """VTK's own reader finds the bodies and contacts of every frame."""
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOXML import vtkXMLImageDataReader, vtkXMLPolyDataReader

    def read(path, kind=vtkXMLPolyDataReader):
        reader = kind()
        reader.SetFileName(path)
        reader.Update()
        assert reader.GetErrorCode() == 0
        return reader.GetOutput()

    export("--vtk")
    run = h5py.File("beads.run/run.h5")
    files = {name: re.findall(r'timestep="([^"]+)" part="0" file="([^"]+)"', open(f"beads.run/vtk/{name}.pvd").read())
             for name in ("bodies", "contacts")}
    assert len(files["bodies"]) == len(files["contacts"]) == len(run["frames"]) > 3
    for k, (time, name) in enumerate(files["bodies"]):
        frame = run[f"frames/{k:06d}"]
        assert float(time) == frame.attrs["time"]
        found = read("beads.run/vtk/" + name)
        values = {found.GetPointData().GetArrayName(i): vtk_to_numpy(found.GetPointData().GetArray(i))
                  for i in range(found.GetPointData().GetNumberOfArrays())}
        count = len(frame["uid"])
        assert found.GetNumberOfPoints() == found.GetNumberOfVerts() == count
        assert close(vtk_to_numpy(found.GetPoints().GetData()), frame["position"][:])
        for array in ("uid", "velocity", "angular_velocity", "orientation", "radius"):
            assert close(values[array], frame[array][:]), array
        assert close(values["mass"], run["bodies/mass"][:])
        balls = values["shape"] == values["shape"][0]
        assert close(values["scale"][balls], 2 * frame["radius"][:][balls][:, None] * numpy.ones(3))
        brick = list(run["names"].asstr()[:]).index("brick")
        assert numpy.allclose(values["scale"][values["group"] == brick], [0.005, 0.005, 0.004], rtol=1e-12, atol=0)
        assert abs(values["force"].sum(axis=0)).max() <= 1e-12 * max(1, abs(values["force"]).max()), "forces come in pairs"
    for k, (time, name) in enumerate(files["contacts"]):
        stored = run[f"frames/{k:06d}/contacts"]
        found = read("beads.run/vtk/" + name)
        data = found.GetCellData()
        count = len(stored["gap"])
        assert found.GetNumberOfLines() == count and found.GetNumberOfPoints() == 2 * count
        assert close(vtk_to_numpy(data.GetArray("force")).reshape(-1, 3), stored["force"][:].reshape(-1, 3))
        assert close(vtk_to_numpy(data.GetArray("bodies")).reshape(-1), stored["bodies"][:].reshape(-1))
        assert close(vtk_to_numpy(data.GetArray("gap")), stored["gap"][:])
        assert close(vtk_to_numpy(data.GetArray("normal_force")), stored["normal_force"][:])
    # The means of the fields are the columns of the series.
    rows = list(csv.DictReader(line for line in open("beads.run/series.csv") if not line.startswith("#")))
    row_at = {float(row["time"]): row for row in rows if row["smooth.density"]}
    fields = re.findall(r'timestep="([^"]+)" part="0" file="([^"]+)"', open("beads.run/vtk/smooth.pvd").read())
    assert len(fields) == len(run["frames"])
    for time, name in fields:
        found = read("beads.run/vtk/" + name, vtkXMLImageDataReader)
        assert found.GetDimensions() == (4, 5, 6)
        data = found.GetPointData()
        for column, array in (("density", "density [kg/m3]"), ("pressure", "pressure [Pa]")):
            mean = vtk_to_numpy(data.GetArray(array)).mean()
            assert numpy.isclose(mean, float(row_at[float(time)]["smooth." + column]), rtol=1e-9, atol=1e-12), (column, time)


def tables():
    """The table and the dump have the numbers of the frames."""
    run = h5py.File("beads.run/run.h5")
    export("--csv", "--frame", "2")
    lines = open("beads.run/bodies_000002.csv").read().splitlines()
    names, rows = lines[1].split(","), [line.split(",") for line in lines[2:]]
    assert len(lines[0].removeprefix("# units: ").split(",")) == len(names)
    frame = run["frames/000002"]
    column = {name: [row[k] for row in rows] for k, name in enumerate(names)}
    assert [int(uid) for uid in column["uid"]] == list(frame["uid"][:])
    groups = run["names"].asstr()[:]
    assert column["group"] == [groups[k] for k in frame["name_index"][:]]
    for names, array in [("x y z", "position"), ("vx vy vz", "velocity"), ("wx wy wz", "angular_velocity"),
                         ("qw qx qy qz", "orientation")]:
        for k, name in enumerate(names.split()):
            assert close(numpy.array(column[name], float), frame[array][:][:, k]), name
    assert {"fx", "fy", "fz"} <= set(column)

    export("--dump", "-o", "all.dump")
    snapshots = open("all.dump").read().split("ITEM: TIME\n")[1:]
    assert len(snapshots) == len(run["frames"])
    for k, text in enumerate(snapshots):
        frame = run[f"frames/{k:06d}"]
        atoms = frame["radius"][:] > 0
        head, _, body = text.partition("ITEM: ATOMS ")
        assert float(text.split("\n")[0]) == frame.attrs["time"]
        assert f"ITEM: NUMBER OF ATOMS\n{atoms.sum()}\n" in head
        columns, *rows = body.splitlines()
        table = numpy.array([row.split() for row in rows], float)
        of = {name: table[:, i] for i, name in enumerate(columns.split())}
        assert close(of["id"], frame["uid"][:][atoms] + 1) and close(of["radius"], frame["radius"][:][atoms])
        assert close(numpy.stack([of["x"], of["y"], of["z"]], 1), frame["position"][:][atoms])
        bounds = numpy.array([line.split() for line in head.split("BOX BOUNDS ff ff ff\n")[1].splitlines()], float)
        assert (bounds[:, 0] <= frame["position"][:][atoms].min(axis=0)).all()


def html():
    """The page holds exactly what the server answers, and fewer frames if it must be small."""
    page = write_page()
    said = export("--html", "out.html", "--page", page)
    text = open("out.html").read()
    data = json.loads(text.split('<script id="cairn-data" type="application/json">')[1].split("</script>")[0])
    assert text.replace(text[text.index('<script id="cairn-data"'):text.index("<script>")], "") == PAGE
    unpacked = {path: gzip.decompress(base64.b64decode(part["gzip"])) for path, part in data.items() if "gzip" in part}
    pictures = {path: base64.b64decode(part["png"]) for path, part in data.items() if "png" in part}
    frames = len(os.listdir("beads.run/frames"))
    assert f"{frames} of {frames} frames" in said, said
    with View("beads.run") as view:
        wanted = ["api/runs", "api/run/0", "api/run/0/bodies", "api/run/0/series", "api/run/0/summary"]
        wanted += [f"api/run/0/{what}/{k}" for what in ("frame", "contacts") for k in range(frames)]
        assert sorted(unpacked) == sorted(wanted)
        assert sorted(pictures) == [f"api/run/0/picture/{k}.png" for k in sorted({0, frames // 2, frames - 1})]
        for path, png in pictures.items():
            assert png == view.get("/" + path).body, path
        for path in wanted:
            assert unpacked[path] == view.get("/" + path).body, path
    # 50 kB are too little for all of many frames.
    said = subprocess.run([PROGRAM, "export", "many.run", "--html", "small.html", "--page", page, "--megabytes", "0.05"],
                          capture_output=True, text=True, check=True).stdout
    shown, all_frames = map(int, re.search(r"(\d+) of (\d+) frames", said).groups())
    assert 2 <= shown < all_frames and os.path.getsize("small.html") < 80e3, said
    text = open("small.html").read()
    data = json.loads(text.split('type="application/json">')[1].split("</script>")[0])
    info = json.loads(gzip.decompress(base64.b64decode(data["api/run/0"]["gzip"])))
    assert info["remarks"] == [f"this page holds {shown} of the {all_frames} frames of the run"], info["remarks"]
    times = [entry["time"] for entry in info["frames"]]
    assert len(times) == shown == len([path for path in data if "/frame/" in path])
    stored = h5py.File("many.run/run.h5")["frames"]
    assert times[0] == 0 and times[-1] == max(frame.attrs["time"] for frame in stored.values())


def movie():
    """ffmpeg reads the film back: size, rate and number of pictures."""
    export("--movie", "film.mp4", "--width", "160", "--height", "120", "--orbit", "40")
    frames = len(os.listdir("beads.run/frames"))
    assert probe("film.mp4") == (160, 120, "25/1", frames)
    export("--movie", "slow.mp4", "--width", "160", "--height", "120", "--speed", "0.01", "--rate", "10")
    assert probe("slow.mp4") == (160, 120, "10/1", 31), probe("slow.mp4")  # 0.03 s at 0.01 of the pace, both ends
    # Another way to turn: a path has the views of an orbit at its stations and half-way between, and others elsewhere.
    size = ["--width", "160", "--height", "120"]
    export("--movie", "orbit.mp4", *size, "--speed", "0.01", "--rate", "10", "--view", "10,20", "--orbit", "80")
    export("--movie", "path.mp4", *size, "--speed", "0.01", "--rate", "10", "--path", "10,20 90,20")
    export("--movie", "near.mp4", *size, "--speed", "0.01", "--rate", "10", "--path", "10,20,1 10,20,3")
    orbit, path, near = (pictures(name) for name in ("orbit.mp4", "path.mp4", "near.mp4"))
    apart = abs(orbit.astype(float) - path).mean(axis=(1, 2, 3))
    loss = 2.5  # of the film's compression, in steps of 1/255
    assert apart[[0, 15, 30]].max() < loss < apart[[7, 23]].min(), apart
    assert abs(near[0].astype(float) - path[0]).mean() < loss < abs(near[30].astype(float) - near[0]).mean()


def pictures(path):
    raw = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], capture_output=True, check=True).stdout
    return numpy.frombuffer(raw, "u1").reshape(-1, 120, 160, 3)


def probe(path):
    text = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-of", "json", "-show_entries",
                           "stream=width,height,r_frame_rate,nb_read_frames", path], capture_output=True, check=True).stdout
    stream = json.loads(text)["streams"][0]
    return stream["width"], stream["height"], stream["r_frame_rate"], int(stream["nb_read_frames"])


if __name__ == "__main__":
    {test.__name__: test for test in (vtk, tables, html, movie)}[sys.argv[1]]()
