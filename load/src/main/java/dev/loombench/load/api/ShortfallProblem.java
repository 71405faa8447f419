package dev.loombench.load.api;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.whole;

import dev.loombench.finding.Kind;
import dev.loombench.load.limit.Backlog;
import dev.loombench.load.limit.RateShortfall;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Traffic;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What the load asked for, and did not reach.
public sealed interface ShortfallProblem extends Problem {
    @Override
    default Kind kind() {
        return switch (this) {
            case RequestsNotSent _ -> RequestsNotSent.KIND;
            case ConnectionsNotAchieved _ -> ConnectionsNotAchieved.KIND;
            case Overloaded _ -> Overloaded.KIND;
            case RateNotAchieved _ -> RateNotAchieved.KIND;
        };
    }

    /// The time limit ended the load before its number of requests was sent.
    record RequestsNotSent(long requested, long sent) implements ShortfallProblem {
        public static final Kind KIND =
                new Kind(
                        "requests-not-sent",
                        "requests that were not sent",
                        "fewer than planned at the time limit",
                        "invalid");

        /// @param sent by a load that was not stopped early
        /// @param requested empty where time ends the load
        public static Optional<RequestsNotSent> in(long sent, OptionalLong requested) {
            return requested.isPresent() && sent < requested.getAsLong()
                    ? Optional.of(new RequestsNotSent(requested.getAsLong(), sent))
                    : Optional.empty();
        }

        @Override
        public String message() {
            return "the time limit ended the window with %s of %s sent"
                    .formatted(whole(sent), counted(requested, "request"));
        }
    }

    /// Fewer connections were open at once than requested.
    record ConnectionsNotAchieved(int requested, int established) implements ShortfallProblem {
        public static final Kind KIND =
                new Kind(
                        "connections-not-achieved",
                        "missing connections",
                        "fewer connections established than requested, with keep-alive",
                        "invalid");

        /// Without keep-alive each is closed after its response, so that they are never all open.
        public static Optional<ConnectionsNotAchieved> in(
                LoadResult.Connections connections, Traffic traffic) {
            return traffic.connections().keepAlive()
                            && connections.established() < connections.requested()
                    ? Optional.of(
                            new ConnectionsNotAchieved(
                                    connections.requested(), connections.established()))
                    : Optional.empty();
        }

        @Override
        public String message() {
            return "%s %s requested and %s established"
                    .formatted(
                            counted(requested, "connection"),
                            requested == 1 ? "was" : "were",
                            whole(established));
        }
    }

    /// Requests of a rate arrive faster than they are served.
    record Overloaded(Backlog backlog) implements ShortfallProblem {
        public static final Kind KIND =
                new Kind(
                        "overloaded",
                        "a growing backlog",
                        "open, a constant rate: the backlog grew over the window beyond chance, or over %s of the requests timed out while half of all waited for %s of the time-out or longer"
                                .formatted(percent(Backlog.MIN_SHARE), percent(Backlog.LONG)),
                        "invalid");

        /// @param secondsBefore for which the load lasted before the window
        static Optional<Overloaded> in(
                LoadModel model, Traffic traffic, LoadResult load, double secondsBefore) {
            return Backlog.of(model, traffic, List.of(load), secondsBefore).map(Overloaded::new);
        }

        @Override
        public String message() {
            return "%s: %s".formatted(subject("the server"), backlog.text());
        }

        /// What cannot keep up, before what it serves.
        public static String subject(String server) {
            return server + " cannot keep up";
        }
    }

    /// The server did not keep up with the rate.
    record RateNotAchieved(double missing, double scheduled) implements ShortfallProblem {
        public static final Kind KIND =
                new Kind(
                        "rate-not-achieved",
                        "missing responses",
                        "open: more scheduled requests without a response within the window than %s of them, those that a rising rate or a slow start adds to those in flight, and chance (%s standard deviations)"
                                .formatted(
                                        percent(RateShortfall.ALLOWED_SHARE),
                                        axis(RateShortfall.DEVIATIONS)),
                        "invalid");

        /// @param serviceNanos median service time
        /// @param secondsBefore for which the load lasted before the window
        public static Optional<RateNotAchieved> in(
                LoadModel.Open open, LoadResult load, long serviceNanos, double secondsBefore) {
            return RateShortfall.of(open, load, serviceNanos, secondsBefore)
                    .map(few -> new RateNotAchieved(few.missing(), few.scheduled()));
        }

        @Override
        public String message() {
            return "%s of %s scheduled requests had no response within the window"
                    .formatted(whole(missing), whole(scheduled));
        }
    }
}
