package dev.loombench.report.text;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Audit;
import dev.loombench.analysis.Audit.Objection;
import dev.loombench.report.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// An audit for a terminal: one sentence per objection, with the arithmetic.
public final class AuditReport {
    private AuditReport() {}

    /// @param width of the terminal, columns
    public static List<String> of(Audit audit, AnsiStyle style, int width) {
        var lines = new ArrayList<String>();
        lines.add(style.bold(plain(audit.figures().source())));
        if (audit.objections().isEmpty()) {
            lines.addAll(
                    LineWrapper.at(
                            width,
                            "  ",
                            "These figures contradict neither arithmetic nor each other."
                                    + " That does not prove them right."));
            return lines;
        }
        for (var objection : audit.objections()) {
            lines.addAll(
                    LineWrapper.at(
                            width,
                            "  ",
                            style.bad(plain(objection.variant())) + ": " + sentence(objection)));
        }
        return lines;
    }

    static String sentence(Objection objection) {
        return switch (objection) {
            case Objection.UsersNotInFlight(
                            _,
                            var users,
                            var inFlight,
                            var throughput,
                            var mean,
                            var think) ->
                    String.format(
                            Locale.ROOT,
                            "%s/s x %s = %,.0f users in flight by Little's law, not the stated %,d",
                            Format.number(throughput),
                            think == 0
                                    ? time(mean)
                                    : "(%s + %s think time)".formatted(time(mean), time(think)),
                            inFlight,
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
                            .formatted(
                                    time(mean),
                                    percentiles.stream()
                                            .map(p -> name(p.percent()) + " " + time(p.time()))
                                            .collect(Collectors.joining(", ")),
                                    time(minimum));
            case Objection.MeanAboveMaximum(_, var mean, var maximum) ->
                    "a mean of %s is above the maximum of %s".formatted(time(mean), time(maximum));
            case Objection.FasterThanPool(
                            _,
                            var throughput,
                            var threads,
                            var handler,
                            var maxThroughput) ->
                    "%s/s is above the maximum of its pool: %,d threads / %s = %s/s"
                            .formatted(
                                    Format.number(throughput),
                                    threads,
                                    time(handler),
                                    Format.number(maxThroughput));
            case Objection.FasterThanHandler(_, var figure, var time, var handler) ->
                    "a %s of %s is below the %s that the handler takes"
                            .formatted(figure, time(time), time(handler));
        };
    }

    private static String name(double percent) {
        return percent == 100 ? "max" : "p" + String.valueOf(percent).replaceFirst("\\.0$", "");
    }

    private static String time(double seconds) {
        return Format.time(seconds * 1e9);
    }
}
