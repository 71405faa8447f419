package dev.loombench.analysis.validity.machine;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;

/// Server and load generator shared the cores of one machine.
public record SharedMachine(int cores) implements MachineFinding {
    public static final Kind KIND =
            new Kind(
                    "shared-machine",
                    "always, except in a batch and for a load from other machines: loopback, and cores shared with the generator",
                    "information");

    /// Empty also for services that already run, where no process of them is on this machine, and
    /// where agents on other machines drove the load.
    public static Optional<SharedMachine> of(RunManifest manifest, List<TrialResult> results) {
        boolean elsewhere =
                manifest.experiment().variants().stream().allMatch(v -> v.endpoint().isPresent())
                        && results.stream().noneMatch(SharedMachine::hasProcess);
        return manifest.experiment().isBatch() || elsewhere || NetworkCrossed.byAllLoads(results)
                ? Optional.empty()
                : Optional.of(new SharedMachine(manifest.environment().cores()));
    }

    private static boolean hasProcess(TrialResult result) {
        return result.outcome() instanceof Successful trial
                && trial.series(MetricId.PROCESS_CPU).isPresent();
    }

    @Override
    public boolean ofMachine() {
        return true;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "server and load generator shared %d cores over loopback".formatted(cores),
                "no network was crossed, and each took CPU from the other: compare CPU per request, and ratios",
                "none on one machine");
    }
}
