# cython: language_level=3
"""Which of the two builds of the core the processor can run."""

cdef extern from *:
    """
    #if defined(__x86_64__) || defined(_M_X64)
      #if defined(_MSC_VER) && !defined(__clang__)
        #include <intrin.h>
        #include <immintrin.h>
        static void draughts_cpuid(int leaf, int sub, int out[4]) { __cpuidex(out, leaf, sub); }
        static unsigned long long draughts_xcr0(void) { return _xgetbv(0); }
      #else
        #include <cpuid.h>
        static void draughts_cpuid(int leaf, int sub, int out[4]) {
            unsigned a = 0, b = 0, c = 0, d = 0;
            __get_cpuid_count((unsigned)leaf, (unsigned)sub, &a, &b, &c, &d);
            out[0] = (int)a; out[1] = (int)b; out[2] = (int)c; out[3] = (int)d;
        }
        static unsigned long long draughts_xcr0(void) {
            unsigned low, high;
            __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
            return ((unsigned long long)high << 32) | low;
        }
      #endif
    /* The feature bits of x86-64-v3, from the psABI: what the fast build may use. */
    static int draughts_has_v3(void) {
        const int leaf1_ecx = 1 << 0 | 1 << 9 | 1 << 12 | 1 << 13 | 1 << 19 | 1 << 20 | 1 << 22
                            | 1 << 23 | 1 << 27 | 1 << 28 | 1 << 29;
        const int leaf7_ebx = 1 << 3 | 1 << 5 | 1 << 8;
        int r[4];
        draughts_cpuid(0, 0, r);
        if (r[0] < 7) return 0;
        draughts_cpuid(1, 0, r);
        if ((r[2] & leaf1_ecx) != leaf1_ecx) return 0;
        if ((draughts_xcr0() & 6) != 6) return 0;  /* the system saves the wide registers */
        draughts_cpuid(7, 0, r);
        if ((r[1] & leaf7_ebx) != leaf7_ebx) return 0;
        draughts_cpuid((int)0x80000001u, 0, r);
        return (r[2] & (1 << 5)) != 0;
    }
    #else
    static int draughts_has_v3(void) { return 0; }
    #endif
    """
    bint draughts_has_v3()

HAS_V3 = draughts_has_v3()
