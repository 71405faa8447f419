package dev.loombench.analysis.validity.machine;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.result.RunManifest;
import java.util.Optional;

/// Another run was measuring on this machine when this one started.
public record ConcurrentRun() implements MachineFinding {
    public static final Kind KIND =
            new Kind(
                    "concurrent-run",
                    "another run was measuring on this machine at the start, or at the end of a load, and this one did not wait (`--no-wait`)",
                    "invalid");

    /// Empty for a run that was alone on this machine.
    public static Optional<ConcurrentRun> of(RunManifest manifest) {
        return manifest.exclusive() ? Optional.empty() : Optional.of(new ConcurrentRun());
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "another Loombench run was measuring on this machine",
                "both took CPU from each other and from each other's servers",
                "run one experiment at a time (--wait)");
    }
}
