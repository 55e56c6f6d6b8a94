# What a search judges positions with.

from draughts.kernel.dispatch cimport list_features, static_score
from draughts.kernel.evaluate cimport HANDMADE, LEARNED, MATERIAL, Judge
from draughts.kernel.features cimport FEATURES as FEATURE_COUNT
from draughts.kernel.rules cimport row_start
from draughts.kernel.weights cimport (
    BYTES, FINENESS, LANES, MOST_WINDOWS, WINDOW_SQUARES, Weight, Weights, look,
)

FEATURES = (
    "men", "kings", "first_king", "lone_king", "safe_moves", "unsafe_moves", "king_moves",
    "trapped_kings", "turn", "threatened", "opposition", "balance", "main_road",
)
WEIGHT_UNIT = 100 * FINENESS

cdef dict JUDGEMENTS = {"classic": HANDMADE, "material": MATERIAL}

cdef struct Record:
    # A position to learn from; its layout is that of draughts.train.
    Position position
    uint32_t game
    int16_t score
    int8_t result
    uint8_t white_to_move


cdef int bit_of(int width, int square) noexcept:
    """The bit of a square, numbered from 1 by rows from Black's side."""
    return row_start(width, (square - 1) // width) + (square - 1) % width


cdef int check_windows(int width, windows) except -1:
    cdef int squares = 2 * width * width
    if not 1 <= len(windows) <= MOST_WINDOWS:
        raise ValueError(f"there are {len(windows)} windows; there must be 1 to {MOST_WINDOWS}")
    for window in windows:
        if not 1 <= len(window) <= WINDOW_SQUARES:
            raise ValueError(
                f"a window has {len(window)} squares; it must have 1 to {WINDOW_SQUARES}")
        if len(set(window)) != len(window):
            raise ValueError(f"the window {list(window)} has a square twice")
        for square in window:
            check_between("a window's square", square, 1, squares)
    return 0


cdef int spread_windows(Weights* weights, int width, windows) except -1:
    """Note what each byte of a side's men adds to the index of each window."""
    cdef int lane, place, bit, byte, squares = 2 * width * width
    cdef uint16_t worth
    for lane, window in enumerate(windows):
        worth = 1
        for square in window:
            for place, at in ((lane, square), (MOST_WINDOWS + lane, squares + 1 - square)):
                bit = bit_of(width, at)
                for byte in range(256):
                    if byte >> (bit % 8) & 1:
                        weights.spread[bit // 8][byte][place] += worth
            worth *= 3
    weights.windows = len(windows)
    return 0


cdef class Evaluation:
    """How positions are judged: ``"classic"``, by hand, or ``"material"``, or by learned weights.

    >>> Evaluation("material").of(Board.from_fen("B:W32:B1,2"))
    103
    """

    cdef Judge judge
    cdef Weights* weights
    cdef Weight* tables
    cdef int for_width          # dark squares in a row of the boards that it is for, or 0
    cdef str called

    def __cinit__(self, *args, **kwargs):
        self.weights = NULL
        self.tables = NULL
        self.called = "classic"

    def __init__(self, name="classic"):
        if name not in JUDGEMENTS:
            raise ValueError(f"evaluation is {name!r}; it must be 'classic' or 'material'")
        self.called = name
        self.judge.by = JUDGEMENTS[name]

    def __dealloc__(self):
        free(self.weights)
        free(self.tables)

    @staticmethod
    def from_weights(
        int width, windows, const uint8_t[::1] features, const uint8_t[::1] kings,
        const uint8_t[::1] tables
    ) -> Evaluation:
        """Judge by learned weights, see ``kernel/weights.pxd``.

        Args:
            width: dark squares in a row of the board, 4 or 5.
            windows: the squares of each, numbered from 1 by rows from Black's side.
            features: a weight for each of ``FEATURES``. A weight is two little-endian 16-bit
                numbers, for the opening and the ending, ``WEIGHT_UNIT`` to a man.
            kings: a weight for each square that White's king stands on.
            tables: for each window the weights of all that it can show.

        Raises:
            ValueError: a size is wrong.
        """
        cdef Evaluation made = Evaluation.__new__(Evaluation)
        if width not in (4, 5):
            raise ValueError(f"width is {width}; it must be 4 or 5")
        check_windows(width, windows)
        sizes = [int(3 ** len(window)) for window in windows]  # in C it is a float
        check_size("features", features, FEATURE_COUNT)
        check_size("kings", kings, 2 * width * width)
        check_size("tables", tables, sum(sizes))
        made.weights = <Weights*>calloc(1, sizeof(Weights))
        made.tables = <Weight*>malloc(tables.shape[0])
        if made.weights == NULL or made.tables == NULL:
            raise MemoryError
        spread_windows(made.weights, width, windows)
        read_weights(made.weights.features, features)
        read_weights(made.tables, tables)
        made.read_kings(width, kings)
        cdef int i, start = 0
        for i, size in enumerate(sizes):
            made.weights.tables[i] = made.tables + start
            start += size
        made.for_width = width
        made.called = "trained"
        made.judge.by = LEARNED
        made.judge.weights = made.weights
        return made

    cdef int read_kings(self, int width, const uint8_t[::1] given) except -1:
        cdef Weight kings[50]
        cdef Weight turned
        cdef int square, squares = 2 * width * width
        read_weights(kings, given)
        for square in range(1, squares + 1):
            turned = kings[squares - square]
            self.weights.kings[0][bit_of(width, square)] = kings[square - 1]
            self.weights.kings[1][bit_of(width, square)].opening = -turned.opening
            self.weights.kings[1][bit_of(width, square)].ending = -turned.ending
        return 0

    cdef int check_fits(self, Board board) except -1:
        if self.for_width and self.for_width != board.book.rules.flags.width:
            raise ValueError(
                f"these weights are for a board of {2 * self.for_width} rows; "
                f"{board.book.variant.name} has {board.book.variant.size}")
        return 0

    @property
    def name(self) -> str:
        """``"classic"``, ``"material"`` or ``"trained"``."""
        return self.called

    @property
    def width(self) -> int:
        """Dark squares in a row of the boards that the weights are for; 0 for all boards."""
        return self.for_width

    def of(self, Board board not None) -> int:
        """The worth of a position to the side to move, in hundredths of a man, without a search.

        Raises:
            ValueError: the weights are for a board of another size.
        """
        self.check_fits(board)
        return static_score(
            &board.book.rules, board.white_to_move, &board.position, &self.judge)


cdef int check_size(str what, const uint8_t[::1] given, Py_ssize_t weights) except -1:
    if given.shape[0] != weights * <Py_ssize_t>sizeof(Weight):
        raise ValueError(
            f"{what} has {given.shape[0]} bytes; {weights} weights have {weights * sizeof(Weight)}")
    return 0


cdef int16_t number_at(const uint8_t[::1] given, Py_ssize_t at) noexcept:
    return <int16_t>(given[at] | <uint16_t>given[at + 1] << 8)


cdef void read_weights(Weight* out, const uint8_t[::1] given) noexcept:
    cdef Py_ssize_t i
    for i in range(given.shape[0] // 4):
        out[i].opening = number_at(given, 4 * i)
        out[i].ending = number_at(given, 4 * i + 2)


def read_features(
    Board board not None, windows, const uint8_t[::1] records, uint16_t[:, ::1] indices,
    int8_t[:, ::1] features
) -> None:
    """What the learned evaluation sees in positions, for those who fit its weights.

    Args:
        board: of the variant; its position does not matter.
        windows: the squares of each, numbered from 1 by rows from Black's side.
        records: positions of 32 bytes each.
        indices: receives a row for each position: what every window shows, then the same turned.
        features: receives a row for each position, of ``FEATURES``.

    Raises:
        ValueError: a size is wrong.
    """
    cdef Py_ssize_t count = records.shape[0] // sizeof(Record), i
    cdef int width = board.book.rules.flags.width, lane
    cdef int lanes = len(windows)
    cdef int found[<int>FEATURE_COUNT]
    cdef uint16_t index[LANES]
    cdef Record record
    cdef Ruleset rules = board.book.rules
    check_windows(width, windows)
    if records.shape[0] % sizeof(Record):
        raise ValueError(f"records has {records.shape[0]} bytes; each has {sizeof(Record)}")
    if indices.shape[0] != count or indices.shape[1] != 2 * lanes:
        raise ValueError(f"indices must have the shape ({count}, {2 * lanes})")
    if features.shape[0] != count or features.shape[1] != FEATURE_COUNT:
        raise ValueError(f"features must have the shape ({count}, {FEATURE_COUNT})")
    cdef Weights* weights = <Weights*>calloc(1, sizeof(Weights))
    if weights == NULL:
        raise MemoryError
    try:
        spread_windows(weights, width, windows)
        with nogil:
            for i in range(count):
                memcpy(&record, &records[i * <Py_ssize_t>sizeof(Record)], sizeof(Record))
                list_features(&rules, record.white_to_move, &record.position, found)
                look(&rules.flags, &record.position, weights, index)
                for lane in range(lanes):
                    indices[i, lane] = index[lane]
                    indices[i, lanes + lane] = index[<int>MOST_WINDOWS + lane]
                for lane in range(<int>FEATURE_COUNT):
                    features[i, lane] = found[lane]
    finally:
        free(weights)
