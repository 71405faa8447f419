package dev.loombench.analysis.validity.generator;

import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.LoadLimits;
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
            new Kind(
                    "generator-saturated",
                    "threads of the generator busy for more than %s of the window: in the mean of the trials; in some of them"
                            .formatted(percent(LoadLimits.BUSY_SHARE)),
                    "invalid; note");

    /// The figures are means of the trials, and so is the share that makes them invalid.
    public static Optional<GeneratorSaturated> of(String variant, List<LoadResult> loads) {
        var shares = loads.stream().mapToDouble(l -> l.generator().busyShare()).toArray();
        int above = (int) DoubleStream.of(shares).filter(LoadLimits::isBusy).count();
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
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return LoadLimits.isBusy(busyShare) ? Severity.INVALID : Severity.NOTE;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                LoadLimits.isBusy(busyShare)
                        ? "the load generator was busy %.0f %% of the time"
                                .formatted(100 * busyShare)
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
