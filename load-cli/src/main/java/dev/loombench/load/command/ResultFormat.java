package dev.loombench.load.command;

/// The forms in which a result is printed; their names are values of `--output`.
enum ResultFormat {
    text,
    json
}
