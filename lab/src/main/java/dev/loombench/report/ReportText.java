package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.ClaimCheck;
import dev.loombench.analysis.Recommendation;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.Verdict;
import dev.loombench.result.Environment;
import dev.loombench.spec.Claim;
import dev.loombench.spec.Confidence;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.LoadProfile;
import dev.loombench.spec.load.ThinkTime;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.load.Workload;
import dev.loombench.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// Verdicts, claims and scope in plain sentences.
public final class ReportText {
    /// What the time of a batch is.
    public static final String ELAPSED =
            "as the program counts it, from its first task to the end of its last, or from its start to its end.";

    public static final String CPU_OF_BATCH =
            "all CPU time of the process until its last task was done.";

    /// Stands in place of an interval that says nothing.
    static final String TOO_NOISY = "too noisy";

    private ReportText() {}

    /// What may be said of a variant beside the first.
    public static String verdict(Verdict verdict, ExperimentSpec spec) {
        return switch (verdict) {
            case Verdict.Baseline _ ->
                    spec.variants().size() == 1
                            ? "the only variant"
                            : "the others are compared with it";
            case Verdict.Better(var ratio) -> "better: " + times(ratio, spec);
            case Verdict.Worse(var ratio) -> "worse: " + times(ratio, spec);
            case Verdict.NoDifference(var ratio, var margin) ->
                    "no difference above %s %%: %s"
                            .formatted(Format.number(100 * margin), times(ratio, spec));
            case Verdict.Undecided(var ratio, var trials, var needed) ->
                    "undecided after %s: %s; %s"
                            .formatted(
                                    Format.counted(trials, "trial"),
                                    times(ratio, spec),
                                    wouldTell(needed, ""));
            case Verdict.NoEvidence(var why) -> "no verdict: " + why;
        };
    }

    private static String times(Interval ratio, ExperimentSpec spec) {
        return "%s times the %s [%s]".formatted(ratio(ratio.point()), noun(spec), interval(ratio));
    }

    /// `3.91, 4.09`; of one that does not tell the size of a ratio, what it tells all the same: `at
    /// least 1.20`, `at most 0.310` or `too noisy`.
    static String interval(Interval ratio) {
        if (ratio.informative()) {
            return ends(ratio);
        }
        if (ratio.low() > 1) {
            return "at least " + ratio(ratio.low());
        }
        return ratio.high() < 1 ? "at most " + ratio(ratio.high()) : TOO_NOISY;
    }

    /// `× 4.00 [3.91, 4.09]`.
    public static String bracketed(Interval ratio) {
        return "× %s [%s]".formatted(ratio(ratio.point()), interval(ratio));
    }

    private static String ends(Interval ratio) {
        return Format.ends(ratio, ReportText::ratio);
    }

    /// A ratio to three decimals near 1, where they matter.
    public static String ratio(double value) {
        return ratio(value, 0);
    }

    private static String ratio(double value, int more) {
        int decimals = value < 2 ? 3 : value < 20 ? 2 : 1;
        return String.format(Locale.ROOT, "%." + (decimals + more) + "f", value);
    }

    /// `about 9 would tell`, or that so many will hardly be run.
    ///
    /// @param of what, as in ` trials of each`
    static String wouldTell(int trials, String of) {
        return trials < Analysis.MOST_TRIALS
                ? "about %d%s would tell".formatted(trials, of)
                : String.format(
                        Locale.ROOT, "more than %,d%s would be needed", Analysis.MOST_TRIALS, of);
    }

    /// What throughput counts: `request`, or in a batch `task`.
    static String unitOfWork(boolean batch) {
        return batch ? "task" : "request";
    }

    /// The metric as a heading names it: as the spec does, but for what a batch has no requests
    /// for.
    public static String label(ExperimentSpec spec) {
        return spec.isBatch() && spec.metric() == Metric.CPU_PER_REQUEST
                ? noun(spec)
                : spec.metric().label();
    }

    private static String noun(ExperimentSpec spec) {
        return switch (spec.metric()) {
            case THROUGHPUT -> "throughput";
            case CPU_PER_REQUEST -> "CPU per " + unitOfWork(spec.isBatch());
            case P50 -> "median response time";
            case P75, P90, P95, P99, P999, P9999 -> spec.metric().label() + " response time";
            case PEAK_RSS -> "peak resident memory";
            case THREADS -> "threads";
            case RAMP_UP -> "ramp-up";
            case ELAPSED -> "elapsed time";
        };
    }

    /// `667/s`, `54.2 µs`, `182 MiB`, `23 threads`.
    static String figure(Metric metric, double value) {
        return figure(metric, value, 0);
    }

    private static String figure(Metric metric, double value, int more) {
        return switch (metric) {
            case THROUGHPUT -> Format.number(value, more) + "/s";
            case CPU_PER_REQUEST, P50, P75, P90, P95, P99, P999, P9999, ELAPSED, RAMP_UP ->
                    Format.time(value, more);
            case PEAK_RSS -> Format.bytes(OptionalDouble.of(value));
            case THREADS ->
                    value == 1 && more == 0 ? "1 thread" : threads(value, more) + " threads";
        };
    }

    /// Whole ones are counted as such.
    private static String threads(double value, int more) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : Format.number(value, more);
    }

    /// What the trials say to a claim, without the claim itself.
    public static String claim(ClaimCheck check) {
        return switch (check.outcome()) {
            case ClaimCheck.Outcome.Supported _ -> "supported: " + seen(check);
            case ClaimCheck.Outcome.Contradicted _ -> "contradicted: " + seen(check);
            case ClaimCheck.Outcome.Undecided _ -> "undecided " + seen(check);
            case ClaimCheck.Outcome.NoEvidence _ -> "undecided: " + seen(check);
        };
    }

    /// What was seen that bears on a claim, and what is missing where that decides nothing.
    static String seen(ClaimCheck check) {
        return switch (check.outcome()) {
            case ClaimCheck.Outcome.Supported(var seen) -> seen(check.claim(), seen);
            case ClaimCheck.Outcome.Contradicted(var seen) -> seen(check.claim(), seen);
            case ClaimCheck.Outcome.Undecided(var seen, var trials, var needed) ->
                    "after %s: %s; %s"
                            .formatted(
                                    Format.counted(trials, "trial"),
                                    seen.informative()
                                            ? seen(check.claim(), seen)
                                            : unclear(check.claim(), seen),
                                    wouldTell(needed, ""));
            case ClaimCheck.Outcome.NoEvidence(var why) -> why;
        };
    }

    private static String unclear(Claim claim, Interval seen) {
        return switch (claim.target()) {
            case Claim.Target.FixedValue _ ->
                    "%s [%s]".formatted(figure(claim.metric(), seen.point()), TOO_NOISY);
            case Claim.Target.Times(_, var other) ->
                    "%s times that of %s [%s]".formatted(ratio(seen.point()), other, TOO_NOISY);
        };
    }

    private static String seen(Claim claim, Interval seen) {
        return switch (claim.target()) {
            case Claim.Target.FixedValue _ ->
                    "%s [%s]"
                            .formatted(
                                    figure(claim.metric(), seen.point()),
                                    Format.ends(
                                            seen,
                                            (value, more) -> figure(claim.metric(), value, more)));
            case Claim.Target.Times(_, var other) ->
                    "%s times that of %s [%s]".formatted(ratio(seen.point()), other, ends(seen));
        };
    }

    /// Which variants to run on, beside the first.
    public static String choice(Analysis analysis, Recommendation choice) {
        var spec = analysis.manifest().spec();
        var candidates = choice.candidates();
        boolean any = candidates.size() == spec.variants().size();
        if (any && choice.inconclusive().isEmpty()) {
            return "No difference above %s %% by %s: run it on any of them."
                    .formatted(Format.number(100 * spec.margin()), noun(spec));
        }
        if (any) {
            return "These trials cannot tell by %s which to run it on.".formatted(noun(spec));
        }
        var named =
                candidates.stream()
                        .map(name -> nameAndRatio(analysis, name))
                        .collect(Collectors.joining(" or "));
        return "Run it on %s: best by %s%s%s."
                .formatted(
                        named,
                        noun(spec),
                        candidates.contains(spec.variants().getFirst().name())
                                ? ""
                                : ", beside " + plain(spec.variants().getFirst().name()),
                        apart(choice, spec.margin()));
    }

    private static String apart(Recommendation choice, double margin) {
        if (!choice.inconclusive().isEmpty()) {
            return "; these trials cannot tell them apart";
        }
        return choice.equivalent().isEmpty()
                ? ""
                : "; no difference above %s %% between them".formatted(Format.number(100 * margin));
    }

    private static String nameAndRatio(Analysis analysis, String name) {
        return analysis.variants().stream()
                .filter(v -> v.variant().name().equals(name))
                .flatMap(v -> v.verdict().shownInterval().stream())
                .findFirst()
                .map(r -> "%s (× %s)".formatted(plain(name), ratio(r.point())))
                .orElse(plain(name));
    }

    /// What the trials say to all claims: `2 of 3 expectations are supported, 1 is contradicted`.
    static String claims(List<ClaimCheck> claims) {
        long supported =
                claims.stream()
                        .filter(c -> c.outcome() instanceof ClaimCheck.Outcome.Supported)
                        .count();
        long contradicted =
                claims.stream()
                        .filter(c -> c.outcome() instanceof ClaimCheck.Outcome.Contradicted)
                        .count();
        long open = claims.size() - supported - contradicted;
        var said = new ArrayList<String>();
        said.add("%d of %d expectations supported".formatted(supported, claims.size()));
        if (contradicted > 0) {
            said.add(contradicted + " contradicted");
        }
        if (open > 0) {
            said.add(open + " undecided");
        }
        return String.join(", ", said);
    }

    /// `bootstrap intervals that hold all 3 at once with 95 % (98.3 % each) over 5 trials a
    /// variant`.
    static String intervals(Analysis analysis) {
        var spec = analysis.manifest().spec();
        int comparisons = spec.variants().size() - 1;
        int fewest =
                analysis.variants().stream().mapToInt(VariantSummary::completed).min().orElse(0);
        double level = Confidence.ofComparison(spec);
        var sure =
                level == Analysis.LEVEL
                        ? "95 % bootstrap intervals"
                        : String.format(
                                Locale.ROOT,
                                "bootstrap intervals that hold %s with 95 %% (%.1f %% each)",
                                together(comparisons, spec.trials().analyses()),
                                100 * level);
        return "%s over %s a variant".formatted(sure, Format.counted(fewest, "trial"));
    }

    /// What the intervals of a run are over, and beside which variant where there are several:
    /// `Compared with tomcat; 95 % bootstrap intervals over 5 trials a variant, interleaved, seed
    /// 42`.
    public static String basis(Analysis analysis) {
        var first = analysis.variants().getFirst();
        return analysis.variants().size() == 1
                ? "%s, seed %d"
                        .formatted(
                                Format.counted(first.completed(), "trial"),
                                analysis.manifest().seed())
                : "Compared with %s by %s; %s, interleaved, seed %d"
                        .formatted(
                                plain(first.variant().name()),
                                label(analysis.manifest().spec()),
                                intervals(analysis),
                                analysis.manifest().seed());
    }

    private static String together(int comparisons, int looks) {
        var all = comparisons > 1 ? "all %d at once".formatted(comparisons) : "";
        var ever = looks > 0 ? "whenever the run ends" : "";
        return all.isEmpty() || ever.isEmpty() ? all + ever : "%s, %s,".formatted(all, ever);
    }

    /// What the result speaks for.
    public static String scope(ExperimentSpec spec, Environment environment) {
        return work(spec) + "; " + machine(environment);
    }

    /// What it was measured on.
    static String machine(Environment environment) {
        return "%d cores of %s; %s; JDK %s"
                .formatted(
                        environment.cores(),
                        environment.cpu(),
                        environment.system(),
                        environment.jdk());
    }

    static String work(ExperimentSpec spec) {
        return spec.isBatch() ? load(spec.load()) : load(spec.load()) + ", " + sent(spec.traffic());
    }

    public static String sent(TrafficSpec traffic) {
        return traffic.summary()
                + (traffic.connections().keepAlive() ? "" : ", a connection for each request")
                + (traffic.expectsErrors()
                        ? ", failures expected: what counts are good answers within "
                                + Format.time((double) traffic.timeout().toNanos())
                        : "");
    }

    public static String load(Workload load) {
        return switch (load) {
            case Workload.Batch _ -> "a batch, from the start of a program to its end";
            case LoadModel.Closed(var users, var think) ->
                    think.isZero()
                            ? "%s users without think time".formatted(level(users))
                            : "%s users thinking %s".formatted(level(users), thinking(think));
            case LoadModel.HeldConnections(var connections, var pace) ->
                    "%,d connections held, opened at %s/s"
                            .formatted(connections, Format.number(pace));
            case LoadModel.Open(var rate, var arrival, var connections) ->
                    "%s requests/s, %s arrivals, up to %,d connections"
                            .formatted(
                                    level(rate),
                                    arrival.name().toLowerCase(Locale.ROOT),
                                    connections);
        };
    }

    /// One level, or its course as it can be written.
    private static String level(LoadProfile course) {
        if (course.points().size() > 1) {
            return course.text();
        }
        double level = course.points().getFirst().level();
        return level == Math.rint(level)
                ? String.format(Locale.ROOT, "%,.0f", level)
                : Format.number(level);
    }

    private static String thinking(ThinkTime think) {
        var mean = Format.time((double) think.mean().toNanos());
        return switch (think.distribution()) {
            case CONSTANT -> mean;
            case EXPONENTIAL -> mean + " (exponential)";
        };
    }
}
