# cython: language_level=3
"""When a long call should stop: time is up, another thread says so, or the user pressed Ctrl-C."""

from libc.stdint cimport int64_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_WIN32)
      #ifndef WIN32_LEAN_AND_MEAN
        #define WIN32_LEAN_AND_MEAN
      #endif
      #ifndef NOMINMAX
        #define NOMINMAX
      #endif
      #include <windows.h>
    static int64_t draughts_now(void) {
        LARGE_INTEGER ticks, rate;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&rate);
        return (int64_t)((double)ticks.QuadPart * 1e9 / (double)rate.QuadPart);
    }
    #else
      #include <time.h>
    static int64_t draughts_now(void) {
        struct timespec at;
        clock_gettime(CLOCK_MONOTONIC, &at);
        return (int64_t)at.tv_sec * 1000000000 + at.tv_nsec;
    }
    #endif

    /* Words that several threads read and write: whole, in no particular order. */
    #if defined(__GNUC__) || defined(__clang__)
    static inline uint64_t draughts_load(const uint64_t *word) {
        return __atomic_load_n(word, __ATOMIC_RELAXED);
    }
    static inline void draughts_store(uint64_t *word, uint64_t value) {
        __atomic_store_n(word, value, __ATOMIC_RELAXED);
    }
    #else
    static inline uint64_t draughts_load(const uint64_t *word) {
        return *(const volatile uint64_t *)word;
    }
    static inline void draughts_store(uint64_t *word, uint64_t value) {
        *(volatile uint64_t *)word = value;
    }
    #endif
    """
    int64_t now "draughts_now"() noexcept nogil  # nanoseconds, never going back
    uint64_t load_relaxed "draughts_load"(const uint64_t* word) noexcept nogil
    void store_relaxed "draughts_store"(uint64_t* word, uint64_t value) noexcept nogil

ctypedef bint (*Poll)(void* subject) noexcept nogil

cdef enum:
    POLL_EVERY = 50_000_000  # nanoseconds between two questions to Python

cdef struct Watch:
    uint64_t* stop      # set to 1, from any thread, to stop; or NULL
    int64_t deadline    # a time of now(), or 0 for none
    Poll poll           # asked every 50 ms: stop? or NULL
    void* subject       # what poll is asked about
    int64_t next_poll


cdef inline bint should_stop(Watch* watch) noexcept nogil:
    """Look at everything that may end the call: some 30 ns, so ask at every hundredth node."""
    cdef int64_t time
    if watch.stop != NULL and load_relaxed(watch.stop):
        return True
    if watch.deadline == 0 and watch.poll == NULL:
        return False
    time = now()
    if watch.deadline and time >= watch.deadline:
        return True
    if watch.poll != NULL and time >= watch.next_poll:
        watch.next_poll = time + POLL_EVERY
        return watch.poll(watch.subject)
    return False
