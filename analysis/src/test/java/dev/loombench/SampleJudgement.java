package dev.loombench;

import dev.loombench.analysis.judge.JudgeRules;
import dev.loombench.analysis.judge.Judgement;
import dev.loombench.result.foreign.ForeignFigure;
import dev.loombench.result.foreign.ForeignLoad;
import dev.loombench.result.foreign.ForeignMetric;
import dev.loombench.result.foreign.ForeignResult;
import dev.loombench.result.foreign.ForeignResult.Failures;
import dev.loombench.result.foreign.ForeignTool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Judged results of other tools, with figures that no tool measured.
public final class SampleJudgement {
    public static final ForeignMetric TIME = ForeignMetric.ofTime("time");
    public static final ForeignMetric P99 = ForeignMetric.ofTime("p99");
    public static final JudgeRules RULES = new JudgeRules(0.03, false, false, Optional.empty());
    public static final JudgeRules PAIRED = new JudgeRules(0.03, true, false, Optional.empty());

    private SampleJudgement() {}

    /// A result of JMH with one benchmark.
    ///
    /// @param values one per fork, ns
    public static ForeignResult jmh(String file, String benchmark, double... values) {
        return jmh(file, figure(benchmark, TIME, true, 0, values));
    }

    public static ForeignResult jmh(String file, ForeignFigure... figures) {
        return new ForeignResult(
                file,
                ForeignTool.JMH,
                ForeignLoad.NONE,
                Map.of("jdkVersion", "25.0.1"),
                List.of(figures),
                Failures.NONE,
                List.of(),
                List.of());
    }

    /// Results of wrk, one per value.
    ///
    /// @param throughput requests/s
    public static List<ForeignResult> wrk(String side, Failures failures, double... throughput) {
        var results = new ArrayList<ForeignResult>();
        for (double value : throughput) {
            results.add(
                    new ForeignResult(
                            "%s%d.txt".formatted(side, results.size() + 1),
                            ForeignTool.WRK,
                            ForeignLoad.CLOSED,
                            Map.of("connections", "100"),
                            List.of(
                                    figure("requests", ForeignMetric.THROUGHPUT, true, 0, value),
                                    figure("requests", P99, false, 5_000, 5e9 / value)),
                            failures,
                            List.of(),
                            List.of()));
        }
        return results;
    }

    public static ForeignFigure figure(
            String benchmark,
            ForeignMetric metric,
            boolean decides,
            double rounding,
            double... values) {
        return new ForeignFigure(
                benchmark, metric, decides, Arrays.stream(values).boxed().toList(), rounding);
    }

    /// Two benchmarks, one of which is 10 % slower, and one that only the head has.
    public static Judgement worse() {
        return Judgement.of(
                List.of(
                        jmh(
                                "base.json",
                                figure("org.example.Price.total", TIME, true, 0, 99, 100, 101),
                                figure("org.example.Price.rate", TIME, true, 0, 50, 50.1, 49.9))),
                List.of(
                        jmh(
                                "head.json",
                                figure("org.example.Price.total", TIME, true, 0, 109, 110, 111),
                                figure("org.example.Price.rate", TIME, true, 0, 50, 50.1, 49.9),
                                figure("org.example.Price.added", TIME, true, 0, 7, 7, 8))),
                RULES);
    }
}
