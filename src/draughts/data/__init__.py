"""Tables that ship with the library, as JSON: perft counts, openings, the benchmark's positions."""
