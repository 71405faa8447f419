package dev.loombench.report;

import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.JvmFinding.StillCompiling;
import dev.loombench.analysis.validity.StationarityFinding.NotSteady;
import dev.loombench.result.Steadiness;
import dev.loombench.spec.Metric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A metric that was not steady, in words.
public final class NotSteadyText {
    /// Requests are served at the rate of the warm-up for this share of the time longer, so that
    /// figures can settle after the last code is compiled.
    private static final double SETTLING = 1.5;

    private NotSteadyText() {}

    static FindingText of(NotSteady finding) {
        return new FindingText(
                "%s: in %d of %d trials %s%s"
                        .formatted(
                                finding.variant(),
                                finding.trials(),
                                finding.completed(),
                                finding.throughputAfter().isPresent()
                                        ? "throughput was steady after %.1f s; "
                                                .formatted(finding.throughputAfter().getAsDouble())
                                        : "",
                                what(finding)),
                impact(finding),
                "use a longer warm-up (%s)".formatted(LongerRun.warmUp(needed(finding))));
    }

    private static String what(NotSteady finding) {
        var metric = name(finding);
        return switch (finding.state()) {
            case STEADY -> metric + " was steady";
            case RISING -> metric + " was still rising" + after(finding);
            case FALLING -> metric + " was still falling" + after(finding);
            case TOO_FEW_CALLS ->
                    "too few calls for the compiler: %,d requests served by each process before the window; its hot code is compiled after about %,d"
                            .formatted(finding.responses(), Steadiness.ENOUGH_CALLS);
            case COMPILING -> metric + " contained the work of the compilers" + after(finding);
            case BACKLOG -> "arrivals waited for a free connection all the time" + after(finding);
            case UNDECIDED ->
                    metric + " was too noisy to tell whether it is steady" + after(finding);
        };
    }

    private static String after(NotSteady finding) {
        return String.format(Locale.ROOT, " after %.1f s of warm-up", finding.seconds());
    }

    private static String impact(NotSteady finding) {
        return switch (finding.state()) {
            case STEADY, UNDECIDED -> "its value may depend on the length of the warm-up";
            case RISING, FALLING, TOO_FEW_CALLS -> "its later value is another one";
            case COMPILING -> "it falls once they finish";
            case BACKLOG -> "response times depend on the length of the window";
        };
    }

    /// Those of the findings that say that a metric is not steady; of each metric, one variant is
    /// enough.
    ///
    /// @param all further findings, which tell how long a warm-up every variant needs
    /// @param warmUp the longest that the experiment allows
    /// @return empty without such findings
    public static Optional<String> brief(
            List<Finding> findings, List<Finding> all, Duration warmUp) {
        var byMetric = new EnumMap<Metric, NotSteady>(Metric.class);
        findings.stream()
                .flatMap(f -> f instanceof NotSteady n ? Stream.of(n) : Stream.empty())
                .forEach(f -> byMetric.merge(f.metric(), f, NotSteadyText::needingMore));
        var texts = new ArrayList<String>();
        byMetric.values().forEach(f -> texts.add(brief(f, needed(f.metric(), all))));
        if (!byMetric.containsKey(Metric.CPU_PER_REQUEST)) {
            findings.stream()
                    .flatMap(f -> f instanceof StillCompiling s ? Stream.of(s) : Stream.empty())
                    .filter(Finding::isUnsteady)
                    .findFirst()
                    .ifPresent(s -> texts.add(brief(s, warmUp)));
        }
        return texts.isEmpty()
                ? Optional.empty()
                : Optional.of("Not steady: %s.".formatted(String.join("; ", texts)));
    }

    /// Whether [#brief] says it.
    public static boolean isBrief(Finding finding) {
        return finding instanceof NotSteady
                || (finding instanceof StillCompiling && finding.isUnsteady());
    }

    private static String brief(StillCompiling finding, Duration warmUp) {
        return "%s: the compilers used %.0f %% of the CPU time, %s"
                .formatted(
                        Metric.CPU_PER_REQUEST.label(),
                        100 * finding.share(),
                        LongerRun.warmUp(LongerRun.doubled(warmUp)));
    }

    private static NotSteady needingMore(NotSteady a, NotSteady b) {
        return needed(a).compareTo(needed(b)) >= 0 ? a : b;
    }

    /// `cpu-per-request: 3,100 of about 10,000 requests for the compiler, --warm-up 15s`.
    private static String brief(NotSteady finding, Duration warmUp) {
        return "%s: %s, %s".formatted(name(finding), lacks(finding), LongerRun.warmUp(warmUp));
    }

    private static Duration needed(Metric metric, List<Finding> all) {
        return all.stream()
                .flatMap(f -> f instanceof NotSteady n ? Stream.of(n) : Stream.empty())
                .filter(f -> f.metric() == metric)
                .map(NotSteadyText::needed)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static String lacks(NotSteady finding) {
        return switch (finding.state()) {
            case STEADY -> "steady";
            case RISING -> "still rising";
            case FALLING -> "still falling";
            case TOO_FEW_CALLS ->
                    "%,d of about %,d requests for the compiler"
                            .formatted(finding.responses(), Steadiness.ENOUGH_CALLS);
            case COMPILING -> "still compiling";
            case BACKLOG -> "the queue still grew";
            case UNDECIDED -> "too noisy to tell";
        };
    }

    private static String name(NotSteady finding) {
        return finding.metric().isPercentile() ? "response time" : finding.metric().label();
    }

    /// In steps of 5 s: until the requests are served, or twice as long.
    private static Duration needed(NotSteady finding) {
        double factor =
                finding.state() == Steadiness.State.TOO_FEW_CALLS && finding.responses() > 0
                        ? SETTLING * Steadiness.ENOUGH_CALLS / finding.responses()
                        : 2;
        return LongerRun.inSteps(Math.max(2, factor) * finding.seconds());
    }
}
