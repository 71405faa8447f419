package dev.loombench.report;

import dev.loombench.analysis.trial.Backlog;
import dev.loombench.analysis.validity.Overloaded;
import dev.loombench.analysis.validity.Overloaded.Limit;
import java.util.Locale;

/// A load beyond the capacity, in words, with what bounds it.
final class OverloadedText {
    private OverloadedText() {}

    static FindingText of(Overloaded overloaded) {
        var backlog = overloaded.backlog();
        return new FindingText(
                "%s%s: %s of %s/s answered, %s%s"
                        .formatted(
                                overloaded.variant(),
                                overloaded.limit().filter(OverloadedText::isOfLoad).isPresent()
                                        ? ""
                                        : " cannot keep up",
                                Format.number(backlog.responses()),
                                Format.number(backlog.arrivals()),
                                rest(backlog),
                                overloaded.limit().map(l -> "; " + limit(l)).orElse("")),
                impact(overloaded),
                overloaded.limit().map(OverloadedText::remedy).orElse("use a lower rate"));
    }

    /// `the backlog grows by 30/s`.
    private static String rest(Backlog backlog) {
        var timedOut = Format.number(backlog.timedOut()) + "/s time out";
        var grows = "the backlog grows by %s/s".formatted(Format.number(backlog.growth()));
        if (backlog.timedOut() == 0) {
            return grows;
        }
        return backlog.growth() < backlog.timedOut() ? timedOut : timedOut + ", " + grows;
    }

    /// `its pool of 10 allows 196/s`.
    static String limit(Limit limit) {
        var rate = Format.number(limit.perSecond()) + "/s";
        return switch (limit.resource()) {
            case POOL -> "its pool of %s allows %s".formatted(Format.axis(limit.size()), rate);
            case PROCESSORS -> "%s allow %s".formatted(counted(limit, "processor"), rate);
            case CARRIERS -> "its %s allow %s".formatted(counted(limit, "carrier"), rate);
            case CONNECTIONS ->
                    "the %s of the load allow about %s (%s / %s)"
                            .formatted(
                                    counted(limit, "connection"),
                                    rate,
                                    Format.axis(limit.size()),
                                    Format.time(limit.heldSeconds() * 1e9));
            case GENERATOR ->
                    "the %s of the load generator allow %s"
                            .formatted(counted(limit, "thread"), rate);
            case REQUESTS -> "it serves about %s at once".formatted(counted(limit, "request"));
        };
    }

    private static String counted(Limit limit, String noun) {
        return Format.counted(limit.size(), noun);
    }

    private static String impact(Overloaded overloaded) {
        return overloaded.limit().filter(OverloadedText::isOfLoad).isPresent()
                ? "the server did not get the load that was requested, and the wait counts as response time"
                : "response times depend on the length of the window; throughput is what the server serves at its limit";
    }

    private static boolean isOfLoad(Limit limit) {
        return switch (limit.resource()) {
            case CONNECTIONS, GENERATOR -> true;
            case POOL, PROCESSORS, CARRIERS, REQUESTS -> false;
        };
    }

    private static String remedy(Limit limit) {
        return switch (limit.resource()) {
            case CONNECTIONS -> "use more connections, or a lower rate";
            case GENERATOR -> "use more threads of the load generator, or a lower rate";
            case POOL -> "use a larger pool, or a lower rate than it allows";
            case PROCESSORS, CARRIERS, REQUESTS ->
                    String.format(
                            Locale.ROOT, "use a rate below %s/s", Format.number(limit.perSecond()));
        };
    }
}
