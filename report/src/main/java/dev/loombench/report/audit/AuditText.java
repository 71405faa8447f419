package dev.loombench.report.audit;

import dev.loombench.analysis.audit.Audit;
import dev.loombench.analysis.audit.MeanResponse;
import dev.loombench.analysis.audit.Objection;
import dev.loombench.analysis.audit.Objection.Percentile;
import dev.loombench.report.Format;
import dev.loombench.text.Figures;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// An audit in words: one sentence per objection, with the arithmetic.
final class AuditText {
    /// Number of variants that an objection names.
    private static final int MAX_NAMES = 3;

    private AuditText() {}

    /// The number of contradictions.
    static String headline(Audit audit) {
        return audit.objections().isEmpty()
                ? "These figures contradict neither arithmetic nor each other."
                        + " That does not prove them right."
                : "%s in these figures."
                        .formatted(Figures.counted(audit.objections().size(), "contradiction"));
    }

    /// The variants that it is about.
    static String subject(Objection objection) {
        return switch (objection) {
            case Objection.OfVariant row -> row.variant();
            case Objection.PercentileIsMean(_, var variants, _) ->
                    String.join(", ", variants.stream().limit(MAX_NAMES).toList())
                            + (variants.size() > MAX_NAMES
                                    ? " and %,d more".formatted(variants.size() - MAX_NAMES)
                                    : "");
        };
    }

    /// The objection with its arithmetic.
    static String sentence(Objection objection) {
        return switch (objection) {
            case Objection.UsersNotInFlight(
                            _,
                            var users,
                            var inFlight,
                            var throughput,
                            var response,
                            var think) ->
                    "%s/s x %s = %s by Little's law, not the stated %,d"
                            .formatted(
                                    Figures.number(throughput),
                                    think == 0
                                            ? response(response)
                                            : "(%s + %s think time)"
                                                    .formatted(response(response), time(think)),
                                    inFlight(response, inFlight),
                                    users);
            case Objection.PercentilesNotMonotone(
                            _,
                            var lower,
                            var lowerTime,
                            var higher,
                            var higherTime) ->
                    "%s (%s) is above %s (%s): percentiles cannot decrease"
                            .formatted(
                                    name(lower), time(lowerTime), name(higher), time(higherTime));
            case Objection.MeanTooLow(_, var mean, var percentiles, var minimum) ->
                    "a mean of %s is too low: with %s it is at least %s"
                            .formatted(time(mean), list(percentiles), time(minimum));
            case Objection.MeanTooHigh(_, var mean, var percentiles, var maximum) ->
                    "a mean of %s is too high: with %s it is at most %s"
                            .formatted(time(mean), list(percentiles), time(maximum));
            case Objection.FasterThanPool(
                            _,
                            var throughput,
                            var threads,
                            var handler,
                            var maxThroughput) ->
                    "%s/s is above the maximum of its pool: %,d threads / %s = %s/s"
                            .formatted(
                                    Figures.number(throughput),
                                    threads,
                                    time(handler),
                                    Figures.number(maxThroughput));
            case Objection.FasterThanQueue(
                            _,
                            var response,
                            var users,
                            var threads,
                            var handler,
                            var think,
                            var minimum) ->
                    "a mean of %s is too low: %,d users x %s / %,d threads%s = %s or more"
                            .formatted(
                                    response(response),
                                    users,
                                    time(handler),
                                    threads,
                                    think == 0 ? "" : " - %s think time".formatted(time(think)),
                                    time(minimum));
            case Objection.FasterThanHandler(_, var percent, var time, var handler) ->
                    "a %s of %s is below the %s that the handler takes"
                            .formatted(
                                    percent.isPresent() ? name(percent.getAsDouble()) : "mean",
                                    time(time),
                                    time(handler));
            case Objection.PercentileIsMean(var percent, var variants, var rows) ->
                    String.format(
                            Locale.ROOT,
                            "%s is the mean to the last digit in %,d of %,d rows, more than chance"
                                    + " explains: one figure was published as both, unless all"
                                    + " responses of a row took the same time",
                            name(percent),
                            variants.size(),
                            rows);
        };
    }

    private static String response(MeanResponse response) {
        return switch (response) {
            case MeanResponse.Published(var mean) -> time(mean);
            case MeanResponse.OfHandler(var handler) -> time(handler) + " of the handler";
            case MeanResponse.AtLeast(var mean, var percentiles) ->
                    time(mean) + (percentiles.isEmpty() ? "" : " or more by " + list(percentiles));
            case MeanResponse.AtMost(var mean, var percentiles) ->
                    "%s or less by %s".formatted(time(mean), list(percentiles));
        };
    }

    private static String inFlight(MeanResponse response, double inFlight) {
        var number = Figures.whole(inFlight);
        return switch (response) {
            case MeanResponse.Published _ -> number + " users in flight";
            case MeanResponse.OfHandler _, MeanResponse.AtLeast _ ->
                    number + " or more users in flight";
            case MeanResponse.AtMost _ -> number + " or fewer users in flight";
        };
    }

    private static String list(List<Percentile> percentiles) {
        return percentiles.stream()
                .map(p -> name(p.percent()) + " " + time(p.time()))
                .collect(Collectors.joining(", "));
    }

    private static String name(double percent) {
        return percent == 100 ? "max" : "p" + String.valueOf(percent).replaceFirst("\\.0$", "");
    }

    private static String time(double seconds) {
        return seconds == 0 ? "0 ms" : Format.time(seconds * 1e9);
    }
}
