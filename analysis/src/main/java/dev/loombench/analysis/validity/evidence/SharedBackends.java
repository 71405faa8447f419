package dev.loombench.analysis.validity.evidence;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.experiment.TrialMode;
import dev.loombench.finding.Kind;
import dev.loombench.result.RunManifest;
import java.util.List;
import java.util.Optional;

/// The servers of a block, which are alive at once, use the same backends.
public record SharedBackends(List<String> backends) implements EvidenceFinding {
    public static final Kind KIND =
            new Kind("shared-backends", "interleaved variants use the same backend", "information");

    public SharedBackends {
        backends = List.copyOf(backends);
    }

    public static Optional<SharedBackends> of(RunManifest manifest) {
        var shared = manifest.experiment().dependencies().shared();
        return shared.isEmpty() || manifest.mode().mode() != TrialMode.INTERLEAVED
                ? Optional.empty()
                : Optional.of(new SharedBackends(shared));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the variants of a block use the same backends (%s)"
                        .formatted(String.join(", ", backends)),
                "data and connections that one variant leaves there affect the others",
                "set per: process, or mode: sequential with per: block, in the file");
    }
}
