package dev.loombench.cli.compare;

import dev.loombench.spec.RequestThreads;
import java.util.List;
import java.util.Optional;

/// A variant of a comparison: its name and its command.
///
/// @param words program and arguments, which may contain `{port}`
/// @param expects the threads that run requests if its settings are in force; empty where unknown
public record NamedCommand(String name, List<String> words, Optional<RequestThreads> expects) {
    public NamedCommand {
        words = List.copyOf(words);
    }
}
