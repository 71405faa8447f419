package dev.loombench.run;

import java.nio.file.Path;
import java.util.List;

/// The refusal to go on with a run under other conditions than those of its finished trials, which
/// the rest could not be compared with.
final class ChangedConditions extends Exception {
    private static final long serialVersionUID = 1L;

    /// @param differences a sentence each
    ChangedConditions(Path run, List<String> differences) {
        super(
                "the trials in %s were measured under other conditions, and new ones cannot be mixed with them:\n  %s"
                        .formatted(run, String.join("\n  ", differences)));
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
