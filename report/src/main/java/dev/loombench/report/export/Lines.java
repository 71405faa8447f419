package dev.loombench.report.export;

import java.util.List;
import java.util.stream.Collectors;

/// Lines as one text.
final class Lines {
    private Lines() {}

    /// Each line with a line break at its end.
    static String text(List<String> lines) {
        return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }
}
