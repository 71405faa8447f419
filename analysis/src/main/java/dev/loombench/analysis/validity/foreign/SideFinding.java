package dev.loombench.analysis.validity.foreign;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.result.foreign.ForeignResult.Failures;
import dev.loombench.stats.TwoGroups;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What the results of another tool lack on one side of a comparison, or what makes them invalid.
public sealed interface SideFinding extends ResultFinding {
    /// The side, `base` or `head`.
    String variant();

    @Override
    default List<String> variants() {
        return List.of(variant());
    }

    @Override
    default Topic topic() {
        return Topic.FOREIGN;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case MeasurementsFailed _ -> MeasurementsFailed.KIND;
            case OneSided _ -> OneSided.KIND;
            case TwoKinds _ -> TwoKinds.KIND;
        };
    }

    /// Requests, or runs of a command, that failed.
    ///
    /// @param what failed: [#REQUEST] or [#RUN]
    /// @param share of all of them
    record MeasurementsFailed(String variant, String what, long failed, double share)
            implements SideFinding {
        public static final String REQUEST = "request";
        public static final String RUN = "run";

        public static final Kind KIND =
                new Kind(
                        "measurements-failed",
                        "`judge`: requests, or runs of a command, failed: any; more than %s of them, and of requests one more"
                                .formatted(percent(LoadLimits.ERROR_SHARE)),
                        "note; invalid");

        /// @param what [#REQUEST] or [#RUN]
        public static Optional<MeasurementsFailed> of(String side, String what, Failures failures) {
            return failures.failed() > 0
                    ? Optional.of(
                            new MeasurementsFailed(
                                    side,
                                    what,
                                    failures.failed(),
                                    (double) failures.failed()
                                            / Math.max(failures.failed(), failures.total())))
                    : Optional.empty();
        }

        @Override
        public Severity severity() {
            return tooMany() ? Severity.INVALID : Severity.NOTE;
        }

        /// As many requests may fail as in a load of one's own. A run that failed is one of few,
        /// and its time may be among the values.
        private boolean tooMany() {
            return what.equals(REQUEST)
                    ? LoadLimits.hasTooManyErrors(failed, Math.round(failed / share))
                    : share > LoadLimits.ERROR_SHARE;
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "%s (%.2f %%) failed".formatted(counted(failed, what), 100 * share),
                    "the figures are not those of good %ss alone".formatted(what),
                    "find why they fail, and measure again");
        }
    }

    /// Benchmarks whose figures that decide have no counterpart on the other side.
    ///
    /// @param benchmarks at least one
    record OneSided(String variant, List<String> benchmarks) implements SideFinding {
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
        public FindingText words(LongerRun longer) {
            int more = benchmarks.size() - LISTED;
            return new FindingText(
                    "no counterpart for %s%s"
                            .formatted(
                                    String.join(
                                            ", ",
                                            benchmarks.subList(
                                                    0, Math.min(LISTED, benchmarks.size()))),
                                    more > 0 ? " and %d more".formatted(more) : ""),
                    "they are not compared",
                    "measure both sides with the same benchmarks and parameters");
        }
    }

    /// The processes of a side are of two kinds, further apart than the margin.
    ///
    /// @param lower number of processes below the gap, and `upper` above it
    /// @param times the mean of the upper kind over that of the lower one
    record TwoKinds(
            String variant, String benchmark, String metric, int lower, int upper, double times)
            implements SideFinding {
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
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "by %s of %s, processes are of two kinds: %d are %.2f times the other %d"
                            .formatted(metric, benchmark, upper, times, lower),
                    "the ratio depends on how many of each kind a side has",
                    "measure more processes, and find what differs between them");
        }
    }
}
