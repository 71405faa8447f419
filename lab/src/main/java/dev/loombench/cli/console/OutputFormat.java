package dev.loombench.cli.console;

/// What goes to standard output.
public enum OutputFormat {
    text,
    json,
    csv,
    markdown,
    html
}
