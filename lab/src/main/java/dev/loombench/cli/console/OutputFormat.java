package dev.loombench.cli.console;

/// The form of a report on standard output.
public enum OutputFormat {
    text,
    json,
    csv,
    markdown,
    html
}
