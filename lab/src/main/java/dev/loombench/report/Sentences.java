package dev.loombench.report;

import dev.loombench.analysis.Bound;
import dev.loombench.analysis.Explanation;
import dev.loombench.analysis.Verdict;
import dev.loombench.result.Environment;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.LoadModel;
import dev.loombench.spec.Metric;
import dev.loombench.spec.Traffic;
import dev.loombench.stats.Interval;
import java.util.Locale;

/// Verdicts, bounds and scope in plain sentences.
final class Sentences {
    private Sentences() {}

    /// What may be said of a variant beside the first.
    static String verdict(Verdict verdict, Metric metric) {
        return switch (verdict) {
            case Verdict.Baseline _ -> "the others are compared with it";
            case Verdict.Better(var ratio) -> "better: " + times(ratio, metric);
            case Verdict.Worse(var ratio) -> "worse: " + times(ratio, metric);
            case Verdict.NoDifference(var ratio, var margin) ->
                    "no difference above %s %%: %s"
                            .formatted(Format.number(100 * margin), times(ratio, metric));
            case Verdict.Undecided(var ratio, var trials, var needed) ->
                    "undecided after %d trials: %s; about %d would tell"
                            .formatted(trials, times(ratio, metric), needed);
            case Verdict.NoEvidence(var why) -> "no verdict: " + why;
        };
    }

    private static String times(Interval ratio, Metric metric) {
        return "%s times the %s [%s]"
                .formatted(ratio(ratio.point()), noun(metric), interval(ratio));
    }

    static String interval(Interval ratio) {
        return ratio(ratio.low()) + ", " + ratio(ratio.high());
    }

    /// A ratio to three decimals near 1, where they matter.
    static String ratio(double value) {
        return String.format(Locale.ROOT, value < 2 ? "%.3f" : value < 20 ? "%.2f" : "%.1f", value);
    }

    private static String noun(Metric metric) {
        return switch (metric) {
            case THROUGHPUT -> "throughput";
            case CPU_PER_REQUEST -> "CPU per request";
            case P50 -> "median response time";
            case P99 -> "p99 response time";
            case P999 -> "p99.9 response time";
            case PEAK_RSS -> "peak resident memory";
        };
    }

    static String explanation(Explanation explanation) {
        if (explanation.bounds().isEmpty()) {
            return "nothing is known that could bound it";
        }
        var lowest = explanation.bounds().getFirst();
        var measured = Format.number(explanation.measured()) + "/s";
        return explanation.holds()
                ? "bound by %s = %s/s; measured %s"
                        .formatted(arithmetic(lowest), Format.number(lowest.allows()), measured)
                : "no known bound holds: measured %s, and the lowest is %s = %s/s"
                        .formatted(measured, arithmetic(lowest), Format.number(lowest.allows()));
    }

    /// The bound and its arithmetic, without the result.
    static String arithmetic(Bound bound) {
        return switch (bound) {
            case Bound.Pool(var threads, var held) ->
                    "its pool: %,d threads / %s".formatted(threads, Format.time(held * 1e9));
            case Bound.Users(var users, var unloaded, var think) ->
                    think == 0
                            ? "its users: %,d / %s".formatted(users, Format.time(unloaded * 1e9))
                            : "its users: %,d / (%s + %s thinking)"
                                    .formatted(
                                            users,
                                            Format.time(unloaded * 1e9),
                                            Format.time(think * 1e9));
            case Bound.ArrivalRate(var rate) -> "the arrival rate: " + Format.number(rate) + "/s";
            case Bound.Connections(var connections, var unloaded) ->
                    "its connections: %,d / %s".formatted(connections, Format.time(unloaded * 1e9));
            case Bound.Cpu(var cores, var server, var generator) ->
                    "CPU: %d cores / (%s server + %s generator)"
                            .formatted(
                                    cores, Format.time(server * 1e9), Format.time(generator * 1e9));
        };
    }

    /// What the result speaks for.
    static String scope(ExperimentSpec spec, Environment environment) {
        return "%s, %s; %d cores of %s; %s; JDK %s"
                .formatted(
                        load(spec.load()),
                        sent(spec.traffic()),
                        environment.cores(),
                        environment.cpu(),
                        environment.system(),
                        environment.jdk());
    }

    static String sent(Traffic traffic) {
        return traffic.summary()
                + (traffic.connections().keepAlive() ? "" : ", a connection for each request");
    }

    static String load(LoadModel load) {
        return switch (load) {
            case LoadModel.Closed(var users, var think) ->
                    think.isZero()
                            ? "%,d users without think time".formatted(users)
                            : "%,d users thinking %s"
                                    .formatted(users, Format.time((double) think.toNanos()));
            case LoadModel.Open(var rate, var arrival, var connections) ->
                    "%s requests/s, %s arrivals, up to %,d connections"
                            .formatted(
                                    Format.number(rate),
                                    arrival.name().toLowerCase(Locale.ROOT),
                                    connections);
        };
    }
}
