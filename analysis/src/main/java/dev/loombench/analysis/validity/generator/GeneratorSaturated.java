package dev.loombench.analysis.validity.generator;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.api.GeneratorProblem;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.result.LoadResult;
import java.util.List;
import java.util.Optional;

/// The load generator was close to its CPU limit.
///
/// @param busyShare mean of the trials, 0..1
public record GeneratorSaturated(String variant, double busyShare) implements GeneratorFinding {
    public static final Kind KIND = GeneratorProblem.GeneratorSaturated.KIND;

    public static Optional<GeneratorSaturated> of(String variant, List<LoadResult> loads) {
        double busy =
                loads.stream().mapToDouble(l -> l.generator().busyShare()).average().orElse(0);
        return LoadLimits.isBusy(busy)
                ? Optional.of(new GeneratorSaturated(variant, busy))
                : Optional.empty();
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return Severity.INVALID;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the load generator was busy %.0f %% of the time".formatted(100 * busyShare),
                "a generator at its limit measures itself, not the server",
                "use fewer users or a lower rate");
    }

    @Override
    public FindingText ofLoad() {
        return words(LongerRun.UNKNOWN).withRemedy("more --threads, or a lower load");
    }
}
