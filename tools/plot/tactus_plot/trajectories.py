"""Where bodies and nodes were, frame after frame."""

import numpy as np

from .run_folder import find_bodies
from .words import PlotError, quoted


def weights(frame, body):
    """Parts of a body's mass at its nodes, where its density is the same all over: (nodes,
    weights)."""
    alone = frame.particles[frame.particle_data["body"] == body]
    if len(alone):
        return alone, np.full(len(alone), 1 / len(alone))
    mine = frame.element_body == body
    if frame.is_boundary:
        return weights_of_boundary(frame.start_points(), frame.elements[mine])
    corners, sizes = frame.elements[mine], frame.sizes()[mine]
    if not len(corners) or not sizes.sum() > 0:
        return np.zeros(0, int), np.zeros(0)
    nodes, at = np.unique(corners, return_inverse=True)
    count = corners.shape[1]
    parts = np.bincount(at.ravel(), np.repeat(sizes / count, count), len(nodes))
    return nodes, parts / parts.sum()


def weights_of_boundary(start, facets):
    """The same from the boundary alone: of the tetrahedra of all facets with one point, the mean of
    the nodes. They are exact at the start, and as long as the body turns and stretches evenly."""
    nodes, at = np.unique(facets, return_inverse=True)
    if not len(nodes):
        return nodes, np.zeros(0)
    a, b, c = (start[facets[:, k]] - start[nodes].mean(axis=0) for k in range(3))
    volumes = np.einsum("ij,ij->i", np.cross(a, b), c)
    parts = np.bincount(at.ravel(), np.repeat(volumes, 3), len(nodes)) + volumes.sum() / len(nodes)
    return nodes, parts / parts.sum()


def find_point(frame, wanted):
    """ "NAME@X,Y" (in space "NAME@X,Y,Z"): the node of a body that is nearest to a place at the
    start, as (nodes, weights, body)."""
    axes = 3 if frame.is_space else 2
    name, _, place = wanted.rpartition("@")
    body = find_bodies(frame.names, [name])[0]
    try:
        at = np.array([float(number) for number in place.split(",")])
        if len(at) != axes:
            raise ValueError
    except ValueError:
        named, example = (",Z", ",0") if frame.is_space else ("", "")
        raise PlotError(
            f"{quoted(wanted)}: behind @ stands the place of a node at the start, X,Y{named} in "
            f"metres, as in block@0.5,1{example}"
        ) from None
    nodes = np.flatnonzero(frame.body_of_points() == body)
    if not len(nodes):
        raise PlotError(f"{quoted(name)} has no nodes in {quoted(frame.path)}")
    near = nodes[np.argmin(np.linalg.norm(frame.start_points()[nodes, :axes] - at, axis=1))]
    return np.array([near]), np.ones(1), body


def followed(frame, wanted):
    """[(label, body, nodes, weights)] of what is to be followed: bodies by name or number, "all",
    or nodes as NAME@X,Y."""
    found = []
    for one in wanted:
        if "@" in one and one not in frame.names:
            nodes, parts, body = find_point(frame, one)
            found.append((one, body, nodes, parts))
            continue
        for body in find_bodies(frame.names, [one]):
            nodes, parts = weights(frame, body)
            if len(nodes):
                found.append((frame.names[body], body, nodes, parts))
    return found


def positions(frames, things):
    """[frames, things, 2]: the centre of mass of each thing on the picture, in each frame.
    frames: iterable of Frame."""
    return np.array(
        [[parts @ frame.xy[nodes] for _, _, nodes, parts in things] for frame in frames]
    )


def places(frames, things):
    """[frames, things, 3]: the same where it is, and not as the picture shows it."""
    return np.array(
        [[parts @ frame.points[nodes] for _, _, nodes, parts in things] for frame in frames]
    )


def moves(path, size):
    """Whether a trajectory [frames, 2] is more than a point in a view of this size."""
    return np.ptp(path, axis=0).max(initial=0) > 1e-3 * size
