package dev.loombench.report.judgement;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.loombench.analysis.judge.JudgedFigure;
import dev.loombench.analysis.judge.Judgement;
import dev.loombench.text.Figures;
import dev.loombench.text.RecordJson;
import java.util.Optional;

/// The figures of the head for github-action-benchmark, which takes those of which less is better
/// and those of which more is better from two files.
///
/// Source: https://github.com/benchmark-action/github-action-benchmark, custom benchmarks.
final class ActionBenchmarks {
    private ActionBenchmarks() {}

    /// @param range half of the 95 % interval; absent with a single value, and of values too noisy
    /// @param extra the number of values
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    private record Entry(
            String name, String unit, double value, Optional<String> range, String extra) {
        static Entry of(JudgedFigure figure, boolean processes) {
            var sample = figure.head();
            int count = sample.values().size();
            return new Entry(
                    "%s %s".formatted(figure.benchmark(), figure.metric().name()),
                    figure.metric().unit(),
                    sample.mean(),
                    sample.interval().map(i -> "± " + Figures.number((i.high() - i.low()) / 2)),
                    processes && count > 1
                            ? count + " processes"
                            : Figures.counted(count, processes ? "process" : "load"));
        }
    }

    /// @param bigger whether those of which more is better, or the others
    static String text(Judgement judgement, boolean bigger) {
        return RecordJson.text(
                        judgement.figures().stream()
                                .filter(f -> f.metric().higherIsBetter() == bigger)
                                .map(f -> Entry.of(f, judgement.tool().startsProcesses()))
                                .toList())
                + "\n";
    }
}
