# cython: language_level=3
"""A set of squares as a machine word, and the few tricks that sets need.

The C below uses a compiler's builtin where there is one and plain arithmetic where there is not, so
that every compiler takes it and the fast build gets single instructions.
"""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER) && !defined(__clang__)
      #include <intrin.h>
    #endif

    static inline int draughts_lowest(uint64_t bits) {
    #if defined(__GNUC__) || defined(__clang__)
        return __builtin_ctzll(bits);
    #elif defined(_MSC_VER) && defined(_WIN64)
        unsigned long index;
        _BitScanForward64(&index, bits);
        return (int)index;
    #else
        int index = 0;
        while (!(bits & 1)) { bits >>= 1; ++index; }
        return index;
    #endif
    }

    static inline int draughts_highest(uint64_t bits) {
    #if defined(__GNUC__) || defined(__clang__)
        return 63 - __builtin_clzll(bits);
    #elif defined(_MSC_VER) && defined(_WIN64)
        unsigned long index;
        _BitScanReverse64(&index, bits);
        return (int)index;
    #else
        int index = 0;
        while (bits >>= 1) ++index;
        return index;
    #endif
    }

    /* Without a hardware instruction the builtin is a call into a library: arithmetic is faster. */
    static inline int draughts_count(uint64_t bits) {
    #if defined(__POPCNT__) || defined(__aarch64__)
        return __builtin_popcountll(bits);
    #elif defined(_MSC_VER) && !defined(__clang__) && defined(_M_X64) && defined(__AVX2__)
        return (int)__popcnt64(bits);
    #else
        bits -= (bits >> 1) & UINT64_C(0x5555555555555555);
        bits = (bits & UINT64_C(0x3333333333333333)) + ((bits >> 2) & UINT64_C(0x3333333333333333));
        bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
        return (int)((bits * UINT64_C(0x0101010101010101)) >> 56);
    #endif
    }
    """
    int count "draughts_count"(uint64_t bits) noexcept nogil
    int lowest "draughts_lowest"(uint64_t bits) noexcept nogil    # of a set that is not empty
    int highest "draughts_highest"(uint64_t bits) noexcept nogil  # of a set that is not empty

ctypedef uint64_t bits_t


cdef inline bits_t square_bit(int index) noexcept nogil:
    return (<bits_t>1) << index


cdef inline bits_t lowest_bit(bits_t bits) noexcept nogil:
    return bits & (~bits + 1)


cdef inline bits_t without_lowest(bits_t bits) noexcept nogil:
    return bits & (bits - 1)
