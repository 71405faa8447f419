package dev.loombench.result.store;

import dev.loombench.text.TextSanitizer;

/// A damaged part of a run's results. Its trial is lost.
///
/// @param file path within the run's folder, with the number of a damaged line: `trials.jsonl:3`
/// @param problem description, safe to print
public record Damage(String file, String problem) {
    private static final int MAX_LENGTH = 200;

    public Damage {
        problem = TextSanitizer.shortened(TextSanitizer.of(problem), MAX_LENGTH);
    }
}
