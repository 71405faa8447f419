package dev.loombench.report.calibration;

import dev.loombench.analysis.Calibration;
import dev.loombench.analysis.Calibration.MetricSpread;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.report.RatioText;
import dev.loombench.stats.Interval;
import dev.loombench.text.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// A calibration, in words.
final class CalibrationText {
    /// The time of a typical experiment: the default margin should be visible in it.
    private static final Duration TYPICAL = Duration.ofMinutes(10);

    /// With fewer blocks, the limits of the spread differ by more than a factor of two.
    private static final int FEW_BLOCKS = 9;

    private CalibrationText() {}

    /// `1.6 to 3.1 %`: two digits are as many as few blocks justify.
    ///
    /// @param shares as in 0.03
    static String range(Interval shares) {
        if (percent(shares.high()).equals("0.0")) {
            return "below 0.1 %";
        }
        if (shares.low() >= 1) {
            return "over 100 %";
        }
        var low = percent(shares.low());
        var high = shares.high() >= 1 ? "over 100" : percent(shares.high());
        return low.equals(high) ? low + " %" : "%s to %s %%".formatted(low, high);
    }

    private static String percent(double share) {
        double percent = 100 * share;
        return String.format(Locale.ROOT, percent < 9.95 ? "%.1f" : "%.0f", percent);
    }

    /// The size of the comparison.
    static String scope(Calibration calibration) {
        var mode = calibration.manifest().mode();
        return "%s of %.1f s, %s%s"
                .formatted(
                        Figures.counted(calibration.blocks(), "block"),
                        calibration.blockTime().toMillis() / 1e3,
                        mode.mode().label(),
                        mode.reason().isEmpty() ? "" : ": " + mode.reason());
    }

    /// Whether the equal servers seemed to differ.
    static String difference(Calibration calibration) {
        var differing =
                calibration.metrics().stream().filter(MetricSpread::showsDifference).toList();
        if (differing.isEmpty()) {
            return "As expected, no metric shows a difference between the equal servers.";
        }
        return "The equal servers seem to differ in %s. One metric in twenty does so by chance; if the same one does so again, this machine treats equal servers differently."
                .formatted(
                        differing.stream()
                                .map(m ->
                                        "%s (%s)"
                                                .formatted(
                                                        m.metric().label(),
                                                        RatioText.withInterval(m.ratio())))
                                .collect(Collectors.joining(", ")));
    }

    /// A finding with its meaning for a calibration, whose warm-up is fixed.
    static FindingText of(ResultFinding finding) {
        var text = finding.text();
        return Calibration.severity(finding) == Severity.INVALID
                ? text
                : new FindingText(
                        text.message(),
                        "the spread contains it",
                        "calibrate while no other process works");
    }

    /// What the figures hold for.
    static String limits() {
        return "Each range is the 80 % interval of the spread. It holds for a small handler and short windows; a server that still compiles, or a slower one, may spread more.";
    }

    /// What to do next.
    ///
    /// @param command the one that follows, if it is a single one
    record Step(String what, Optional<String> command) {
        private static Step of(String what, String command) {
            return new Step(what, Optional.of(command));
        }

        /// In a sentence, with the command at its end.
        String sentence() {
            return what + command.map(line -> ": " + line).orElse("");
        }
    }

    /// What to do next, in sentences with their commands.
    static List<String> nextSteps(Calibration calibration, boolean counters) {
        return steps(calibration, counters).stream().map(Step::sentence).toList();
    }

    /// What to do next.
    ///
    /// @param counters whether instructions per request are counted on this machine
    static List<Step> steps(Calibration calibration, boolean counters) {
        if (!calibration.valid()) {
            return List.of(
                    Step.of(
                            "Remove what makes the calibration invalid, and repeat it",
                            "loombench doctor --calibrate"));
        }
        var steps = new ArrayList<Step>();
        var noisy = noisy(calibration);
        if (noisy.isEmpty()) {
            steps.add(
                    Step.of(
                            "In 10 minutes every metric shows the default margin of " + margin(),
                            "loombench run EXPERIMENT"));
        } else {
            steps.add(
                    new Step(
                            "Too noisy to show the default margin of %s in 10 minutes: %s. End what else runs here (loombench doctor shows the other load and the clock), run more blocks (loombench run EXPERIMENT --trials 40), or set a larger margin in a file (margin: 5%%)."
                                    .formatted(margin(), labels(noisy)),
                            Optional.empty()));
        }
        if (counters && noisy.contains(Metric.CPU_PER_REQUEST)) {
            steps.add(
                    new Step(
                            "Instructions are counted here, and neighbours do not change them: loombench compare --metric instructions-per-request, or metric: in a file",
                            Optional.empty()));
        }
        if (calibration.blocks() < FEW_BLOCKS) {
            steps.add(
                    Step.of(
                            "%s leave the spread uncertain; more narrow the ranges"
                                    .formatted(Figures.counted(calibration.blocks(), "block")),
                            "loombench doctor --calibrate --for 10m"));
        }
        return steps;
    }

    private static List<Metric> noisy(Calibration calibration) {
        return calibration.metrics().stream()
                .map(MetricSpread::metric)
                .filter(m -> !calibration.shows(m, Defaults.MARGIN, TYPICAL))
                .toList();
    }

    private static String labels(List<Metric> metrics) {
        return metrics.stream().map(Metric::label).collect(Collectors.joining(", "));
    }

    private static String margin() {
        return String.format(Locale.ROOT, "%.0f%%", 100 * Defaults.MARGIN);
    }
}
