package dev.loombench.analysis.validity.generator;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.Interruption;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding.OfTimes;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.api.GeneratorProblem;
import dev.loombench.load.result.LoadResult;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The load generator was stopped, or paused with its machine.
///
/// @param stalls of the trial that lost most time
/// @param windowSeconds of that trial
/// @param trials of `completed` with such stalls
public record GeneratorStalled(
        String variant, LoadResult.Stalls stalls, double windowSeconds, int trials, int completed)
        implements GeneratorFinding, OfTimes {
    public static final Kind KIND =
            GeneratorProblem.GeneratorStalled.KIND.with(
                    ", in the worst trial; less, from 100 ms on", "invalid; note");

    public static Optional<GeneratorStalled> of(String variant, List<LoadResult> loads) {
        var stalled = loads.stream().filter(l -> stalled(l.generator().stalls())).toList();
        return stalled.stream()
                .map(l ->
                        new GeneratorStalled(
                                variant,
                                l.generator().stalls(),
                                l.window().seconds(),
                                stalled.size(),
                                loads.size()))
                .max(Comparator.comparingDouble(stall -> stall.problem().lostSeconds()));
    }

    private static boolean stalled(LoadResult.Stalls stalls) {
        return stalls.count() > 0 || stalls.suspendedNanos() > 0;
    }

    private GeneratorProblem.GeneratorStalled problem() {
        return new GeneratorProblem.GeneratorStalled(stalls, windowSeconds);
    }

    @Override
    public Severity severity() {
        return problem().severity();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                problem().message() + Interruption.ofTrials(trials, completed),
                "nothing was sent or received in that time: throughput is too low, and response times include the interruption",
                "another measurement, without stopping the lab (Ctrl-Z, a debugger), suspending the machine or pausing its virtual machine");
    }
}
