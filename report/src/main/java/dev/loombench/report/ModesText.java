package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.comparison.Modes;
import dev.loombench.analysis.comparison.Modes.Mode;
import dev.loombench.experiment.Experiment;
import dev.loombench.stats.Interval;
import java.util.ArrayList;

/// The modes of a ratio that depends on the process, in words.
public final class ModesText {
    private ModesText() {}

    /// `depends on the process: 5 of 7 (400 µs) at 1.003 times the CPU per request of A [0.99,
    /// 1.01], 2 (240 µs) at 0.600 [0.58, 0.62]`.
    static String of(Modes modes, Experiment experiment) {
        var first = plain(experiment.variants().getFirst().name());
        var sentences = new ArrayList<String>();
        for (var mode : modes.modes()) {
            boolean isFirst = sentences.isEmpty();
            sentences.add(
                    "%s%s (%s) at %s%s [%s]"
                            .formatted(
                                    mode.blocks(),
                                    isFirst ? " of " + modes.blocks() : "",
                                    levels(modes, mode, experiment),
                                    RatioText.ratio(mode.ratio().point()),
                                    isFirst
                                            ? " times the %s of %s"
                                                    .formatted(MetricText.name(experiment), first)
                                            : "",
                                    interval(mode.ratio())));
        }
        return subject(modes, first) + ": " + String.join(", ", sentences);
    }

    private static String subject(Modes modes, String first) {
        return switch (modes.of()) {
            case VARIANT -> "depends on the process";
            case FIRST -> "depends on the process of " + first;
            case BOTH -> "depends on the processes of both";
        };
    }

    /// The figure of the variant whose processes differ; of both `400 µs : 240 µs`.
    private static String levels(Modes modes, Mode mode, Experiment experiment) {
        var own = MetricText.figure(experiment.metric(), mode.level());
        var first = MetricText.figure(experiment.metric(), mode.firstLevel());
        return switch (modes.of()) {
            case VARIANT -> own;
            case FIRST -> first;
            case BOTH -> own + " : " + first;
        };
    }

    private static String interval(Interval ratio) {
        return Double.isInfinite(ratio.high()) ? Format.TOO_NOISY : RatioText.interval(ratio);
    }
}
