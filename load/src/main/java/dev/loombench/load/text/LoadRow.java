package dev.loombench.load.text;

import java.util.List;

/// A named row of figures of a load.
///
/// @param lines sentences or lists of figures
public record LoadRow(String name, List<String> lines) {
    public LoadRow {
        lines = List.copyOf(lines);
    }

    public static LoadRow of(String name, String... lines) {
        return new LoadRow(name, List.of(lines));
    }
}
