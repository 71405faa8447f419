package dev.loombench.run;

import java.nio.file.Path;
import java.util.List;

/// The refusal to resume a run under other conditions than those of its finished trials, since the
/// remaining trials would not be comparable.
final class ChangedConditions extends Exception {
    private static final long serialVersionUID = 1L;

    /// @param differences one sentence each
    ChangedConditions(Path run, List<String> differences) {
        super(
                "the trials in %s were measured under other conditions; new ones would not be comparable:\n  %s"
                        .formatted(run, String.join("\n  ", differences)));
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
