#!/usr/bin/python3
"""Checks an XDMF file as a reader would use it: read_xdmf.py FILE.xmf.

The text is well-formed, its grids form one collection over increasing times, and every array it names exists in the
HDF5 file with the dimensions, type and precision stated. Prints one line per grid: time, points or lines, arrays.
"""
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import h5py

KINDS = {"Float": "f", "Int": "i", "UInt": "u"}


def check_item(item, folder):
    """The dimensions of a DataItem, after comparing them with what is there."""
    dimensions = tuple(int(word) for word in item.get("Dimensions").split())
    kind, precision = KINDS[item.get("NumberType")], int(item.get("Precision"))
    if item.get("Format") == "XML":
        size = 1
        for length in dimensions:
            size *= length
        assert len(item.text.split()) == size, f"{size} values announced: {item.text}"
        return dimensions
    assert item.get("Format") == "HDF", item.get("Format")
    name, path = item.text.strip().split(":")
    assert not Path(name).is_absolute(), f"{name} should be named relatively"
    with h5py.File(folder / name, "r") as file:
        assert path in file, f"{name} has no {path}"
        data = file[path]
        assert data.shape == dimensions, f"{path}: {data.shape} in the file, {dimensions} announced"
        assert (data.dtype.kind, data.dtype.itemsize) == (kind, precision), f"{path}: {data.dtype}"
    return dimensions


def check_grid(grid, folder):
    topology, geometry = grid.find("Topology"), grid.find("Geometry")
    cells, per_cell = int(topology.get("NumberOfElements")), int(topology.get("NodesPerElement"))
    assert (topology.get("TopologyType"), per_cell) in (("Polyvertex", 1), ("Polyline", 2)) and cells > 0
    assert geometry.get("GeometryType") == "XYZ"
    assert check_item(geometry.find("DataItem"), folder) == (cells * per_cell, 3)
    names = []
    for attribute in grid.findall("Attribute"):
        shape = {"Vector": (cells, 3), "Scalar": (cells,)}[attribute.get("AttributeType")]
        assert attribute.get("Center") == ("Node" if per_cell == 1 else "Cell")
        assert check_item(attribute.find("DataItem"), folder) == shape, attribute.get("Name")
        names.append(attribute.get("Name"))
    time = float(grid.find("Time").get("Value"))
    print("grid", repr(time), cells, ",".join(names))
    return time


def main():
    path = Path(sys.argv[1])
    root = xml.parse(path).getroot()
    assert root.tag == "Xdmf"
    collection = root.find("Domain/Grid")
    assert collection.get("GridType") == "Collection" and collection.get("CollectionType") == "Temporal"
    times = [check_grid(grid, path.parent) for grid in collection.findall("Grid")]
    assert times == sorted(times), times


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, AttributeError, KeyError, OSError, ValueError, xml.ParseError) as error:
        sys.exit(f"{sys.argv[1]}: {error!r}")
