package dev.loombench.load.text;

import java.util.List;

/// A named row of figures of a load.
///
/// @param lines sentences or lists of figures
/// @param wraps whether a line is a sentence that may be broken
public record LoadRow(String name, List<String> lines, boolean wraps) {
    public static final String THROUGHPUT = "throughput";
    public static final String ERRORS = "errors";

    public LoadRow {
        lines = List.copyOf(lines);
    }

    public static LoadRow of(String name, String... lines) {
        return new LoadRow(name, List.of(lines), false);
    }

    public static LoadRow ofSentences(String name, List<String> sentences) {
        return new LoadRow(name, sentences, true);
    }
}
