package dev.loombench.result.store;

import dev.loombench.spec.text.TextSanitizer;

/// Evidence of a run that cannot be read back as it was written. It costs the trial it belongs to.
///
/// @param file name below the run's folder, with the line where one is meant: `trials.jsonl:3`
/// @param problem what is wrong with it, fit for a terminal
public record Damage(String file, String problem) {
    private static final int LONGEST = 200;

    public Damage {
        problem = TextSanitizer.shortened(TextSanitizer.of(problem), LONGEST);
    }
}
