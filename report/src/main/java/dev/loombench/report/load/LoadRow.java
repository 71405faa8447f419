package dev.loombench.report.load;

import java.util.List;

/// A named row of figures in the report of a load.
///
/// @param lines sentences or lists of figures
/// @param wraps whether a line is a sentence that may be broken
record LoadRow(String name, List<String> lines, boolean wraps) {
    static final String THROUGHPUT = "throughput";
    static final String ERRORS = "errors";

    LoadRow {
        lines = List.copyOf(lines);
    }

    static LoadRow of(String name, String... lines) {
        return new LoadRow(name, List.of(lines), false);
    }

    static LoadRow ofSentences(String name, List<String> sentences) {
        return new LoadRow(name, sentences, true);
    }
}
