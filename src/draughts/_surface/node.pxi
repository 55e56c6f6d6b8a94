# A node of a game's tree: what it holds. What it can be asked is in game.py.


@cython.trashcan(True)
cdef class TreeNode:
    """The data of :class:`draughts.Node`, compiled because a file of games has millions of them."""

    cdef public Move move
    cdef public TreeNode parent
    cdef public list variations
    cdef public tuple path
    cdef public str comment_before
    cdef public str comment_after
    cdef public list nags
    cdef public object clock
    cdef public str unread

    def __cinit__(self, *args, **kwargs):
        self.variations = []
        self.path = ()
        self.comment_before = self.comment_after = self.unread = ""
        self.nags = []


cdef TreeNode grown(TreeNode node, Move move, Py_ssize_t place):
    """A new node of the same kind after a move, at a place among the variations."""
    cdef type kind = type(node)
    cdef TreeNode child = <TreeNode>kind.__new__(kind)
    child.move = move
    child.parent = node
    child.path = move.way if move.way is not None else (move.from_square, move.to_square)
    if place < len(node.variations):
        node.variations.insert(place, child)
    else:
        node.variations.append(child)
    return child
