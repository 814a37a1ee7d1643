# Writes rotor.stl: a rotor of four upright blades, 50 mm across and 30 mm high, as a drawing program would in mm.
# The outline of a cross goes round counter-clockwise; walls stand on its edges, bottom and top close it.
blade, half, height = 25.0, 2.0, 30.0
outline = [(blade, -half), (blade, half), (half, half), (half, blade), (-half, blade), (-half, half),
           (-blade, half), (-blade, -half), (-half, -half), (-half, -blade), (half, -blade), (half, -half)]
arms = [(11, 0, 1, 2), (2, 3, 4, 5), (5, 6, 7, 8), (8, 9, 10, 11), (2, 5, 8, 11)]  # the cross as five rectangles

triangles = []
for k, (x0, y0) in enumerate(outline):
    x1, y1 = outline[(k + 1) % 12]
    a, b, c, d = (x0, y0, 0), (x1, y1, 0), (x1, y1, height), (x0, y0, height)
    triangles += [(a, b, c), (a, c, d)]
for corners in arms:
    a, b, c, d = (outline[k] for k in corners)
    for z, turns in ((height, ((a, b, c), (a, c, d))), (0.0, ((a, c, b), (a, d, c)))):
        triangles += [tuple((x, y, z) for x, y in turn) for turn in turns]

with open("rotor.stl", "w") as file:
    print("solid rotor", file=file)
    for triangle in triangles:
        print(" facet normal 0 0 0\n  outer loop", file=file)
        for x, y, z in triangle:
            print(f"   vertex {x:g} {y:g} {z:g}", file=file)
        print("  endloop\n endfacet", file=file)
    print("endsolid rotor", file=file)
