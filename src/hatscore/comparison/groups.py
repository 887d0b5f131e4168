"""Groups of systems that the data do not separate."""

import numpy as np
import numpy.typing as npt


def unseparated_groups(separated: npt.ArrayLike) -> list[list[int]]:
    """All largest groups in which no two systems are separated.

    Parameters
    ----------
    separated : array_like of bool, shape (systems, systems)
        Symmetric.

    Returns
    -------
    list of list of int
        Sorted; a system may stand in several groups, because "not separated" does not carry over
        from pair to pair.

    Notes
    -----
    The maximal cliques of the graph of pairs that are not separated.

    References
    ----------
    Bron, C., Kerbosch, J. (1973). Algorithm 457: finding all cliques of an undirected graph.
    *Communications of the ACM*, 16, 575-577.

    Examples
    --------
    >>> unseparated_groups([[False, False, True], [False, False, False], [True, False, False]])
    [[0, 1], [1, 2]]
    """
    table = np.asarray(separated, bool).tolist()
    systems = range(len(table))
    near = {a: {b for b in systems if b != a and not table[a][b]} for a in systems}
    groups: list[list[int]] = []

    def grow(group: set[int], open_: set[int], done: set[int]) -> None:
        if not open_ and not done:
            groups.append(sorted(group))
            return
        # Only systems that the busiest one is separated from can start another group.
        pivot = max(open_ | done, key=lambda system: len(near[system] & open_))
        for system in sorted(open_ - near[pivot]):
            grow(group | {system}, open_ & near[system], done & near[system])
            open_ = open_ - {system}
            done = done | {system}

    grow(set(), set(systems), set())
    return sorted(groups)
