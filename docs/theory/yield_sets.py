#!/usr/bin/env python3
"""Draws yield_sets.svg: every yield set of the compliant law in section (normal force across, shear up), with the
outward normals along which contacts flow. Run it in this folder; nothing is measured here."""
from math import atan2, cos, hypot, pi, sin

MU, C, CAP, END = 0.6, 0.5, 1.9, 5
K = 1 / hypot(1, MU)
SIDE = (-MU * K, K)  # outward normal of the cone's side


def arc(centre, a, b, first, last, n=24):
    """Points and normals of an ellipse with half axes a, b, where the normal turns from one angle to another."""
    out = []
    for i in range(n + 1):
        t = first + (last - first) * i / n
        nu = (cos(t), sin(t))
        r = hypot(a * nu[0], b * nu[1]) or 1
        out.append(((centre[0] + a * a * nu[0] / r, centre[1] + b * b * nu[1] / r), nu))
    return out


def line(p, q, nu, n=6):
    return [((p[0] + (q[0] - p[0]) * i / n, p[1] + (q[1] - p[1]) * i / n), nu) for i in range(n + 1)]


def offset(a, b):
    r = hypot(a * SIDE[0], b * SIDE[1])
    return (a * a * SIDE[0] / r, b * b * SIDE[1] / r)


def rounded(a, b, cap=None):
    side, z = atan2(SIDE[1], SIDE[0]), offset(a, b)
    end = END if cap is None else cap
    points = arc((0, 0), a, b, pi, side) + line(z, (end + z[0], MU * end + z[1]), SIDE)
    if cap is not None:
        points += arc((cap, MU * cap), a, b, side, 0) + line((cap + a, MU * cap), (cap + a, 0), (1, 0))
    return points


def apex(at):
    side = atan2(SIDE[1], SIDE[0])
    return [((at, 0), (cos(t), sin(t))) for t in (pi, pi - (pi - side) / 2, side)]


SETS = [
    ("cone", apex(0) + line((0, 0), (END, MU * END), SIDE)),
    ("shifted_cone", apex(-C) + line((-C, 0), (END, MU * (END + C)), SIDE)),
    ("cone_ball", rounded(C, C)),
    ("cone_ellipsoid", rounded(C, 1.8 * C)),
    ("capped, round", rounded(C, C, CAP)),
    ("capped, flat", apex(-C) + line((-C, 0), (CAP, MU * (CAP + C)), SIDE)
     + line((CAP, MU * (CAP + C)), (CAP, 0), (1, 0))),
    ("capped, sphere", apex(0) + line((0, 0), (2.6 * K, 2.6 * MU * K), SIDE, 5)
     + arc((0, 0), 2.6, 2.6, atan2(MU, 1), 0)),
]


def draw():
    width, height, scale = 250, 210, 48
    rows = (len(SETS) + 3) // 4
    text = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {4 * width} {rows * height}" font-family="sans-serif">',
            f'<rect width="{4 * width}" height="{rows * height}" fill="white"/>',
            '<defs><marker id="a" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" markerHeight="5" orient="auto">'
            '<path d="M0 0L6 3L0 6z" fill="#b03030"/></marker></defs>']
    for index, (name, points) in enumerate(SETS):
        x0, y0 = index % 4 * width + 62, index // 4 * height + 120
        X = lambda p: (x0 + scale * p[0], y0 - scale * p[1])
        whole = [X(p) for p, _ in points]
        mirrored = [(x, 2 * y0 - y) for x, y in reversed(whole)]
        text.append(f'<clipPath id="c{index}"><rect x="{index % 4 * width + 8}" y="{index // 4 * height + 26}" '
                    f'width="{width - 16}" height="{height - 30}"/></clipPath><g clip-path="url(#c{index})">')
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in whole + mirrored)
        text.append(f'<polygon points="{path}" fill="#dbe7f3" stroke="#30506f" stroke-width="1.5"/>')
        for k in range(0, len(points), 1 if len(points) < 14 else 4):
            (p, nu) = points[k]
            for sign in (1, -1):
                a, b = X((p[0], sign * p[1])), X((p[0] + 0.42 * nu[0], sign * (p[1] + 0.42 * nu[1])))
                text.append(f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" stroke="#b03030" '
                            'marker-end="url(#a)"/>')
        text.append("</g>")
        text.append(f'<line x1="{x0 - 55}" x2="{x0 + 180}" y1="{y0}" y2="{y0}" stroke="#999"/>'
                    f'<line x1="{x0}" x2="{x0}" y1="{y0 - 90}" y2="{y0 + 85}" stroke="#999"/>'
                    f'<text x="{x0 + 182}" y="{y0 - 4}" font-size="11" text-anchor="end">N</text>'
                    f'<text x="{x0 + 4}" y="{y0 - 82}" font-size="11">T</text>'
                    f'<text x="{index % 4 * width + width / 2}" y="{index // 4 * height + 18}" font-size="14" '
                    f'text-anchor="middle">{name}</text>')
    text.append("</svg>")
    return "\n".join(text) + "\n"


if __name__ == "__main__":
    with open("yield_sets.svg", "w", encoding="utf-8") as out:
        out.write(draw())
