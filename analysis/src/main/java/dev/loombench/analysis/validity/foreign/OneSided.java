package dev.loombench.analysis.validity.foreign;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import java.util.List;

/// Benchmarks whose figures that decide have no counterpart on the other side.
///
/// @param variant `base` or `head`
/// @param benchmarks at least one
public record OneSided(String variant, List<String> benchmarks) implements ForeignFinding {
    /// More would hide the first ones.
    private static final int LISTED = 3;

    public static final Kind KIND =
            new Kind(
                    "one-sided",
                    "`judge`: a benchmark has no counterpart on the other side",
                    "note");

    public OneSided {
        benchmarks = List.copyOf(benchmarks);
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
        int more = benchmarks.size() - LISTED;
        return new FindingText(
                "no counterpart for %s%s"
                        .formatted(
                                String.join(
                                        ", ",
                                        benchmarks.subList(0, Math.min(LISTED, benchmarks.size()))),
                                more > 0 ? " and %d more".formatted(more) : ""),
                "they are not compared",
                "measure both sides with the same benchmarks and parameters");
    }
}
