package dev.loombench.analysis.validity.generator;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.api.GeneratorProblem;
import dev.loombench.load.result.LoadResult;
import dev.loombench.stats.Descriptive;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/// The load generator was close to its CPU limit.
///
/// @param busyShare mean of the trials, 0..1
/// @param highest of the trials, 0..1
/// @param trials of `completed` above the limit
public record GeneratorSaturated(
        String variant, double busyShare, double highest, int trials, int completed)
        implements GeneratorFinding {
    public static final Kind KIND =
            GeneratorProblem.GeneratorSaturated.KIND.with(
                    ": in the mean of the trials; in some of them", "invalid; note");

    /// The figures are means of the trials, and so is the share that makes them invalid.
    public static Optional<GeneratorSaturated> of(String variant, List<LoadResult> loads) {
        var shares = loads.stream().mapToDouble(l -> l.generator().busyShare()).toArray();
        int above =
                (int)
                        loads.stream()
                                .map(LoadResult::generator)
                                .filter(g -> GeneratorProblem.GeneratorSaturated.in(g).isPresent())
                                .count();
        return above == 0
                ? Optional.empty()
                : Optional.of(
                        new GeneratorSaturated(
                                variant,
                                Descriptive.mean(shares),
                                DoubleStream.of(shares).max().orElseThrow(),
                                above,
                                shares.length));
    }

    @Override
    public Severity severity() {
        return mean().severity();
    }

    private GeneratorProblem.GeneratorSaturated mean() {
        return new GeneratorProblem.GeneratorSaturated(busyShare);
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                mean().isInvalid()
                        ? mean().message()
                        : "the load generator was busy up to %.0f %% of the time in %d of %d trials"
                                .formatted(100 * highest, trials, completed),
                "a generator at its limit measures itself, not the server",
                "use fewer users or a lower rate");
    }

    @Override
    public FindingText ofLoad() {
        return words(LongerRun.UNKNOWN).withRemedy("more --threads, or a lower load");
    }
}
