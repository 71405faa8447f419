package dev.loombench.report.html;

import java.util.List;
import java.util.regex.Pattern;

/// Where a long name of a class, a method or a file may continue on the next line: after its dots,
/// slashes and dollar signs, and not in the middle of a word.
public final class LineBreaks {
    private static final Pattern AFTER_SEPARATOR =
            Pattern.compile("(?<=[\\p{Alpha}_][./$])(?=[\\p{Alpha}_<$])");

    private LineBreaks() {}

    /// The parts of a text, at least one; together they are the text.
    public static List<String> parts(String text) {
        return List.of(AFTER_SEPARATOR.split(text, -1));
    }
}
