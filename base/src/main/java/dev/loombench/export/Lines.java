package dev.loombench.export;

import java.util.List;
import java.util.stream.Collectors;

/// Lines as one text.
public final class Lines {
    private Lines() {}

    /// Each line with a line break at its end.
    public static String text(List<String> lines) {
        return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }
}
