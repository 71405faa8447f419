package dev.loombench.cli;

/// What goes to standard output.
enum OutputFormat {
    text,
    json,
    csv,
    markdown,
    html
}
