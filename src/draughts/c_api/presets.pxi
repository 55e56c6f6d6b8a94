# The rule sets that the library is built with. tables.py writes them, from variants.py.

cdef struct Preset:
    const char* name
    Ruleset rules
    DrawRules draws
    Position start
    uint8_t white_first
    uint8_t corner
    const char* capture_sign
    Squares squares         # numbered when the library is first used

cdef extern from *:
    """
    #if defined(_WIN32)
    static BOOL CALLBACK draughts_run(PINIT_ONCE once, PVOID prepare, PVOID *context) {
        (void)once; (void)context;
        ((void (*)(void))prepare)();
        return TRUE;
    }
    static void draughts_run_once(void (*prepare)(void)) {
        static INIT_ONCE once = INIT_ONCE_STATIC_INIT;
        InitOnceExecuteOnce(&once, draughts_run, (PVOID)prepare, NULL);
    }
    #else
    #include <pthread.h>
    static void draughts_run_once(void (*prepare)(void)) {
        static pthread_once_t once = PTHREAD_ONCE_INIT;
        pthread_once(&once, prepare);
    }
    #endif
    """
    void run_once "draughts_run_once"(void (*prepare)() noexcept nogil) noexcept nogil
    Preset* PRESETS "draughts_presets"
    const int PRESET_COUNT "draughts_preset_count"
    const char* VERSION "draughts_version_text"


cdef void prepare() noexcept nogil:
    """Fill the tables."""
    cdef int i
    prepare_rays()
    prepare_zobrist()
    for i in range(PRESET_COUNT):
        number_squares(&PRESETS[i].squares, PRESETS[i].corner)


cdef inline Preset* preset_called(const char* name) noexcept nogil:
    cdef int i
    for i in range(PRESET_COUNT):
        if strcmp(PRESETS[i].name, name) == 0:
            run_once(prepare)
            return &PRESETS[i]
    return NULL


cdef public const char* draughts_version() noexcept nogil:
    return VERSION


cdef public int draughts_variant_count() noexcept nogil:
    return PRESET_COUNT


cdef public const char* draughts_variant_name(int number) noexcept nogil:
    return PRESETS[number].name if 0 <= number < PRESET_COUNT else NULL
