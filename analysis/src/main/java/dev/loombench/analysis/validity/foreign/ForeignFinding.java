package dev.loombench.analysis.validity.foreign;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.ResultFinding.OfPercentiles;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import java.util.List;

/// What the results of another tool lack, or what makes them invalid.
///
/// Their variants are the sides of the comparison, `base` and `head`; those of one are [a group of
/// their own][SideFinding].
public sealed interface ForeignFinding extends ResultFinding {
    @Override
    default Topic topic() {
        return Topic.FOREIGN;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case CoordinatedOmission _ -> CoordinatedOmission.KIND;
            case FiguresLeftOut _ -> FiguresLeftOut.KIND;
            case NotInterleaved _ -> NotInterleaved.KIND;
            case OneProcess _ -> OneProcess.KIND;
            case RateFixed _ -> RateFixed.KIND;
            case ServerProcessUnknown _ -> ServerProcessUnknown.KIND;
            case SettingsDiffer _ -> SettingsDiffer.KIND;
            case TailNotReported _ -> TailNotReported.KIND;
            case ToolWarning _ -> ToolWarning.KIND;
        };
    }

    /// Percentiles of a tool that sends a request after the response to the last one.
    ///
    /// @param known whether its result shows the closed loop, or could be of an open load
    record CoordinatedOmission(String tool, boolean known)
            implements ForeignFinding, OfPercentiles {
        public static final Kind KIND =
                new Kind(
                        "coordinated-omission",
                        "`judge`: the tool's load is closed, or its result does not say that it is open",
                        "information");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    known
                            ? "%s sends a request after the response to the last one: a closed loop, with coordinated omission"
                                    .formatted(tool)
                            : "the result of %s does not say whether its load was open; a closed loop has coordinated omission"
                                    .formatted(tool),
                    "what a slow server keeps its users from sending is not in the response times, so high percentiles may be too low",
                    "measure percentiles with an open load, as loombench load -R");
        }
    }

    /// Figures in the results that are not judged.
    ///
    /// @param named each with the reason, in words; at least one
    record FiguresLeftOut(List<String> named) implements ForeignFinding {
        /// More would hide the first ones.
        private static final int LISTED = 3;

        public static final Kind KIND =
                new Kind(
                        "figures-left-out",
                        "`judge`: a figure has no value, or the file does not say whether more of it is better",
                        "information");

        public FiguresLeftOut {
            named = List.copyOf(named);
        }

        @Override
        public FindingText words(LongerRun longer) {
            int more = named.size() - LISTED;
            return new FindingText(
                    "not judged: %s%s"
                            .formatted(
                                    String.join(
                                            "; ", named.subList(0, Math.min(LISTED, named.size()))),
                                    more > 0 ? "; and %d more".formatted(more) : ""),
                    "the verdict does not contain them",
                    "read them in the files");
        }
    }

    /// Results of two sides that nothing shows to have been measured in turn.
    record NotInterleaved() implements ForeignFinding {
        public static final Kind KIND =
                new Kind("not-interleaved", "`judge`: without `--paired`", "information");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "the files do not show that the two sides were measured in turn",
                    "what changed on the machine between them counts as a difference",
                    "measure the two sides in turn, and name their files in that order with --paired; loombench compare does both");
        }
    }

    /// Sides of a comparison that have a single process, or a single load.
    ///
    /// @param variants `base`, `head` or both
    /// @param processes whether the tool starts processes, or measures a server that runs
    /// @param more the option of the tool that starts more; empty without one
    record OneProcess(List<String> variants, boolean processes, String more)
            implements ForeignFinding {
        public static final Kind KIND =
                new Kind(
                        "one-process",
                        "`judge`: a side has a single process (JMH: one fork), or a single load",
                        "note");

        public OneProcess {
            variants = List.copyOf(variants);
        }

        @Override
        public FindingText words(LongerRun longer) {
            var unit = processes ? "process" : "load";
            return new FindingText(
                    (variants.size() > 1 ? "one %s each" : "a single %s").formatted(unit),
                    "what differs from %s to %1$s is not in the figures, so there is no interval and no verdict"
                            .formatted(unit),
                    more.isEmpty()
                            ? "measure each side several times, and name all files: --base A1 A2 A3 --head B1 B2 B3"
                            : "start more processes (%s), or name several files: --base A1 A2 A3 --head B1 B2 B3"
                                    .formatted(more));
        }

        /// What is no subject.
        public record Figures(boolean processes) {}

        @Override
        public Record figures() {
            return new Figures(processes);
        }
    }

    /// Results of a load whose arrival rate was fixed, or may have been.
    ///
    /// @param known whether the result shows that it was fixed
    record RateFixed(String tool, boolean known) implements ForeignFinding {
        public static final Kind KIND =
                new Kind(
                        "rate-fixed",
                        "`judge`: the tool's load is open, or its result does not say that it is closed",
                        "information");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    known
                            ? "the arrival rate was fixed"
                            : "the result of %s does not say whether the arrival rate was fixed"
                                    .formatted(tool),
                    "throughput at a fixed rate is that rate while the server keeps up, and no measure of what it can do",
                    "compare response times at this rate; loombench capacity finds the highest rate");
        }
    }

    /// Results of a load generator, which do not tell one process of the server from another.
    record ServerProcessUnknown(String tool) implements ForeignFinding {
        public static final Kind KIND =
                new Kind(
                        "server-process-unknown",
                        "`judge`: the tool measures a server that it did not start",
                        "information");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "the results of %s do not show whether each load had a fresh process of the server"
                            .formatted(tool),
                    "loads of one process agree more than processes do, so an interval may be too narrow",
                    "start the server again before each load; loombench compare does");
        }
    }

    /// Settings that differ between the results of one comparison.
    ///
    /// @param keys their names, at least one
    record SettingsDiffer(List<String> keys) implements ForeignFinding {
        public static final Kind KIND =
                new Kind(
                        "settings-differ",
                        "`judge`: settings in the files differ, as connections, iterations or the JDK",
                        "note");

        public SettingsDiffer {
            keys = List.copyOf(keys);
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "settings differ between the files: %s".formatted(String.join(", ", keys)),
                    "the difference includes their effect",
                    "measure with the same settings, unless they are what is compared");
        }
    }

    /// Results without high percentiles of response time.
    ///
    /// @param highest percentile that they have, as in `p99`; empty without any
    record TailNotReported(String tool, String highest) implements ForeignFinding, OfPercentiles {
        /// The lowest percentile that shows the tail, %.
        public static final double TAIL = 99.9;

        public static final Kind KIND =
                new Kind(
                        "tail-not-reported",
                        "`judge`: a load generator reports no percentile of %s or higher"
                                .formatted(TAIL),
                        "information");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    highest.isEmpty()
                            ? "the results of %s have no percentiles of response time"
                                    .formatted(tool)
                            : "the results of %s have no response times beyond %s"
                                    .formatted(tool, highest),
                    "a difference of the slowest requests is not seen",
                    "use the tool's option for more percentiles where it has one, or loombench load");
        }
    }

    /// What the tool itself says about its results, once for all of which it says so.
    ///
    /// @param variants `base`, `head` or both
    /// @param results of which it says so
    /// @param example the name of the first of them
    /// @param said as it says it of that one, a part of a sentence
    /// @param invalid whether the tool calls them invalid
    record ToolWarning(
            List<String> variants,
            String tool,
            int results,
            String example,
            String said,
            boolean invalid)
            implements ForeignFinding {
        public static final Kind KIND =
                new Kind(
                        "tool-warning",
                        "`judge`: the tool's own warning; that its result is invalid",
                        "note; invalid");

        public ToolWarning {
            variants = List.copyOf(variants);
        }

        @Override
        public Severity severity() {
            return invalid ? Severity.INVALID : Severity.NOTE;
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    results == 1
                            ? "%s says: %s".formatted(tool, said)
                            : "%s says of %d results, as of %s: %s"
                                    .formatted(tool, results, example, said),
                    invalid ? "its figures are invalid" : "its figures may mislead",
                    "follow the tool's own advice, and measure again");
        }
    }
}
