package dev.loombench.report.json;

/// Text in a cell of a CSV file (RFC 4180).
public final class Csv {
    private Csv() {}

    /// Quoted where needed. A leading `=`, `+`, `-` or `@` would make a spreadsheet take text for a
    /// formula, so `'` goes before it.
    public static String text(String text) {
        var safe = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        return safe.matches("[^\",\r\n]*") ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }
}
