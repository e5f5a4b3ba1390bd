"""How scenes in space are put on a picture: seen from far away (orthographic), z upwards."""

import numpy as np

FACETS = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])  # of a tetrahedron, outwards
CREASE = np.cos(np.radians(30)) - 1e-6  # edges at which the surface turns by more are drawn


def surface_of(tetrahedra):
    """(facets that belong to one tetrahedron only [facets, 3], outwards; the number of it)."""
    facets = tetrahedra[:, FACETS].reshape(-1, 3)
    _, first, count = np.unique(
        np.sort(facets, axis=1), axis=0, return_index=True, return_counts=True
    )
    outer = np.sort(first[count == 1])
    return facets[outer], outer // 4


def normals(points, facets):
    a, b, c = (points[facets[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    return normal / np.maximum(np.linalg.norm(normal, axis=1), 1e-300)[:, None]


class Projection:
    """The view from the direction of an azimuth, counter-clockwise from x, and an elevation above
    the plane of x and y [degrees]."""

    def __init__(self, azimuth=-60.0, elevation=25.0):
        a, e = np.radians([azimuth, elevation])
        self.towards = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
        self.right = np.array([-np.sin(a), np.cos(a), 0.0])
        self.up = np.cross(self.towards, self.right)
        light = self.towards + 0.6 * self.up - 0.5 * self.right
        self.light = light / np.linalg.norm(light)

    def flat(self, vectors):
        """Right and up on the picture [n, 2]."""
        return vectors @ np.column_stack([self.right, self.up])

    def visible(self, points, facets):
        """(the facets that face the viewer, the farthest first; brightness of each, 0 to 1)."""
        normal = normals(points, facets)
        facing = np.flatnonzero(normal @ self.towards > 0)
        depth = points[facets[facing]].mean(axis=1) @ self.towards
        order = facing[np.argsort(depth, kind="stable")]
        return order, 0.62 + 0.38 * np.clip(normal[order] @ self.light, 0, 1)

    def outline(self, points, facets, seen):
        """Edges of visible facets beside a hidden one, or where the surface turns, [edges, 2]."""
        normal = normals(points, facets)
        edges = np.sort(facets[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
        owner = np.repeat(np.arange(len(facets)), 3)
        order = np.lexsort(edges.T[::-1])
        edges, owner = edges[order], owner[order]
        pairs = np.flatnonzero((edges[1:] == edges[:-1]).all(axis=1))
        one, two = owner[pairs], owner[pairs + 1]
        turns = np.einsum("ij,ij->i", normal[one], normal[two]) < CREASE
        wanted = (seen[one] | seen[two]) & (turns | (seen[one] != seen[two]))
        return edges[pairs[wanted]]


class Curtain:
    """How near the nearest facet is, on a grid over the picture: what lies clearly behind it is
    hidden."""

    CELLS = 240  # along the longer side
    CLEARLY = 0.03  # of the longer side

    def __init__(self, view, points, facets):
        self.view = view
        flat = view.flat(points[facets])
        self.low = flat.min(axis=(0, 1))
        self.size = max(np.ptp(flat, axis=(0, 1)).max(), 1e-300)
        self.depth = np.full((self.CELLS + 1, self.CELLS + 1), -np.inf)
        places, depths = self.cells(flat), points[facets] @ view.towards
        for corners, depth in zip(places, depths):
            self.hang(corners, depth)

    def cells(self, flat):
        return (flat - self.low) / self.size * self.CELLS

    def hang(self, corners, depth):
        """Covers the nodes of the grid inside of one facet."""
        low = np.ceil(corners.min(axis=0)).astype(int)
        high = np.floor(corners.max(axis=0)).astype(int) + 1
        edges = np.array([corners[1] - corners[0], corners[2] - corners[0]]).T
        area = edges[0, 0] * edges[1, 1] - edges[0, 1] * edges[1, 0]
        if np.any(high <= low) or area == 0:
            return
        x, y = np.meshgrid(*(np.arange(a, b) for a, b in zip(low, high)), indexing="ij")
        dx, dy = x - corners[0, 0], y - corners[0, 1]
        u = (dx * edges[1, 1] - dy * edges[0, 1]) / area
        v = (dy * edges[0, 0] - dx * edges[1, 0]) / area
        here = depth[0] + u * (depth[1] - depth[0]) + v * (depth[2] - depth[0])
        here[(u < 0) | (v < 0) | (u + v > 1)] = -np.inf
        part = self.depth[low[0] : high[0], low[1] : high[1]]
        np.maximum(part, here, out=part)

    def shows(self, points):
        at = np.clip(np.round(self.cells(self.view.flat(points))), 0, self.CELLS).astype(int)
        nearest = self.depth[at[:, 0], at[:, 1]]
        return points @ self.view.towards >= nearest - self.CLEARLY * self.size
