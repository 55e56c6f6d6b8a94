"""Tables that ship with the library, as JSON: perft counts and the positions of the benchmark."""
