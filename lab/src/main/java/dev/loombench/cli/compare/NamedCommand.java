package dev.loombench.cli.compare;

import java.util.List;

/// A variant of a comparison: its name and its command.
///
/// @param words program and arguments, which may contain `{port}`
public record NamedCommand(String name, List<String> words) {
    public NamedCommand {
        words = List.copyOf(words);
    }
}
