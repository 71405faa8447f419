package dev.loombench.analysis.validity.foreign;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import java.util.List;

/// Sides of a comparison that have a single process, or a single load.
///
/// @param variants `base`, `head` or both
/// @param processes whether the tool starts processes, or measures a server that runs
/// @param more the option of the tool that starts more; empty without one
public record OneProcess(List<String> variants, boolean processes, String more)
        implements ForeignFinding {
    public static final Kind KIND =
            new Kind(
                    "one-process",
                    "`judge`: a side has a single process (JMH: one fork), or a single load",
                    "note");

    public OneProcess {
        variants = List.copyOf(variants);
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        var unit = processes ? "process" : "load";
        return new FindingText(
                variants.size() > 1 ? "one %s each".formatted(unit) : "a single %s".formatted(unit),
                "what differs from %s to %1$s is not in the figures, so there is no interval and no verdict"
                        .formatted(unit),
                more.isEmpty()
                        ? "measure each side several times, and name all files: --base A1 A2 A3 --head B1 B2 B3"
                        : "start more processes (%s), or name several files: --base A1 A2 A3 --head B1 B2 B3"
                                .formatted(more));
    }

    /// What is no subject.
    public record Figures(boolean processes) {}

    @Override
    public Record figures() {
        return new Figures(processes);
    }
}
