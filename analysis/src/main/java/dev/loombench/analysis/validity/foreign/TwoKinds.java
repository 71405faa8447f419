package dev.loombench.analysis.validity.foreign;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.stats.TwoGroups;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The processes of a side are of two kinds, further apart than the margin.
///
/// @param variant `base` or `head`
/// @param lower number of processes below the gap, and `upper` above it
/// @param times the mean of the upper kind over that of the lower one
public record TwoKinds(
        String variant, String benchmark, String metric, int lower, int upper, double times)
        implements ForeignFinding {
    public static final Kind KIND =
            new Kind(
                    "two-kinds",
                    "`judge`: with 3 values or more, [processes of two kinds](differences.md#processes-of-two-kinds), further apart than the margin",
                    "note");

    /// @param values one per process, above 0
    public static Optional<TwoKinds> of(
            String side, String benchmark, String metric, double[] values, double margin) {
        return TwoGroups.of(Arrays.stream(values).map(Math::log).toArray(), 0)
                .filter(groups -> groups.distance() > Math.log1p(margin))
                .map(groups ->
                        new TwoKinds(
                                side,
                                benchmark,
                                metric,
                                groups.lower(),
                                groups.upper(),
                                Math.exp(groups.distance())));
    }

    @Override
    public List<String> variants() {
        return List.of(variant);
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "by %s of %s, processes are of two kinds: %d are %.2f times the other %d"
                        .formatted(metric, benchmark, upper, times, lower),
                "the ratio depends on how many of each kind a side has",
                "measure more processes, and find what differs between them");
    }
}
