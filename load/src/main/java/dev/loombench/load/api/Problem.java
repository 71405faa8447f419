package dev.loombench.load.api;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.number;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.limit.Backlog;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.limit.RateShortfall;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/// A reason why the figures of a load are invalid, or a note on what valid ones hide.
///
/// @param message one sentence without its full stop
public record Problem(Kind kind, String message) {
    /// The kinds of problems, with the names that findings of the same kind have in the results of
    /// `loombench load`.
    public enum Kind {
        /// No request had a good response.
        NO_GOOD_RESPONSE("no-good-response"),
        /// More requests failed than leave p99.9 as it is.
        ERRORS("errors"),
        /// The server redirected requests.
        UNEXPECTED_REDIRECTS("unexpected-redirects"),
        /// The time limit ended the load before its number of requests was sent.
        REQUESTS_NOT_SENT("requests-not-sent"),
        /// Requests had neither a response nor an error at the end.
        REQUESTS_UNFINISHED("requests-unfinished"),
        /// Fewer connections were open at once than requested.
        CONNECTIONS_NOT_ACHIEVED("connections-not-achieved"),
        /// The generator was close to its CPU limit.
        GENERATOR_SATURATED("generator-saturated"),
        /// The generator was ready to run, and other threads had the CPU.
        GENERATOR_STARVED("generator-starved"),
        /// The generator was stopped, or paused with its machine.
        GENERATOR_STALLED("generator-stalled"),
        /// Requests of a rate left later than scheduled.
        SCHEDULE_LAGGED("schedule-lagged"),
        /// Requests of a rate arrive faster than they are served.
        OVERLOADED("overloaded"),
        /// The server did not keep up with the rate.
        RATE_NOT_ACHIEVED("rate-not-achieved"),
        /// The percentiles of a closed load hide for how long the server stood still, or its
        /// requests differ much in cost: a note.
        ARRIVALS_OMITTED("arrivals-omitted", true);

        private final String label;
        private final boolean note;

        Kind(String label) {
            this(label, false);
        }

        Kind(String label, boolean note) {
            this.label = label;
            this.note = note;
        }

        /// Whether the figures stay valid.
        public boolean isNote() {
            return note;
        }

        /// The name in files: stable.
        @JsonValue
        public String label() {
            return label;
        }
    }

    /// All problems of a load, the most important first.
    ///
    /// @param complete false for a load that was stopped early
    /// @param requests planned; empty where time ends the load
    /// @param arriving response times of an arriving request; empty for an open load
    /// @param secondsBefore for which the load lasted before the window
    static List<Problem> all(
            LoadPlan plan,
            double secondsBefore,
            LoadResult load,
            boolean complete,
            OptionalLong requests,
            Optional<Histogram> arriving) {
        var problems = new ArrayList<Problem>();
        responses(plan, load.counts(), problems);
        requests(load.counts(), complete, requests, problems);
        if (load.counts().succeeded() > 0) { // else missing responses explain the others
            connections(plan, load.connections(), problems);
            generator(load, problems);
            if (plan.model() instanceof LoadModel.Open open) {
                schedule(load, problems);
                if (requests.isEmpty()) {
                    overload(plan, secondsBefore, load, problems);
                    rate(open, secondsBefore, load, problems);
                }
            }
            arriving.ifPresent(times -> arrivals(load, times, problems));
        }
        return List.copyOf(problems);
    }

    private static void responses(LoadPlan plan, LoadResult.Counts counts, List<Problem> problems) {
        if (counts.succeeded() == 0) {
            var kinds = counts.errors().isEmpty() ? "" : ": " + kinds(counts);
            var scheme =
                    !counts.errors().containsKey(ErrorKind.TLS_EXPECTED.label())
                            ? ""
                            : plan.traffic().protocol() == Protocol.LINE
                                    ? "; lines of text are not sent over TLS"
                                    : "; for a server of TLS use https:// or grpcs://";
            problems.add(
                    new Problem(
                            Kind.NO_GOOD_RESPONSE,
                            "no good response to "
                                    + counted(counts.sent(), "request")
                                    + kinds
                                    + scheme));
        } else if (LoadLimits.hasTooManyErrors(counts.failed(), counts.sent())) {
            double share = (double) counts.failed() / counts.sent();
            problems.add(
                    new Problem(
                            Kind.ERRORS,
                            counted(counts.failed(), "request")
                                    + " ("
                                    + percent(share)
                                    + ") failed: "
                                    + kinds(counts)));
        }
        var redirects = LoadLimits.redirects(counts);
        if (!redirects.isEmpty()) {
            problems.add(
                    new Problem(
                            Kind.UNEXPECTED_REDIRECTS,
                            "redirects, which are not followed: " + listed(redirects)));
        }
    }

    /// As in `status-5xx 70, timeout 3`.
    private static String kinds(LoadResult.Counts counts) {
        return listed(new TreeMap<>(counts.errors()));
    }

    private static String listed(SortedMap<?, Long> counts) {
        return counts.entrySet().stream()
                .map(e -> e.getKey() + " " + e.getValue())
                .collect(Collectors.joining(", "));
    }

    private static void requests(
            LoadResult.Counts counts,
            boolean complete,
            OptionalLong planned,
            List<Problem> problems) {
        if (complete && planned.isPresent() && counts.sent() < planned.getAsLong()) {
            problems.add(
                    new Problem(
                            Kind.REQUESTS_NOT_SENT,
                            counted(planned.getAsLong(), "request")
                                    + " planned, and "
                                    + counted(counts.sent(), "request")
                                    + " sent before the time limit"));
        }
        if (counts.unfinished() > 0) {
            problems.add(
                    new Problem(
                            Kind.REQUESTS_UNFINISHED,
                            counted(counts.unfinished(), "request") + " left unfinished"));
        }
    }

    private static void connections(
            LoadPlan plan, LoadResult.Connections connections, List<Problem> problems) {
        if (plan.traffic().connections().keepAlive()
                && connections.established() < connections.requested()) {
            problems.add(
                    new Problem(
                            Kind.CONNECTIONS_NOT_ACHIEVED,
                            counted(connections.requested(), "connection")
                                    + " requested, and "
                                    + counted(connections.established(), "connection")
                                    + " established"));
        }
    }

    private static void generator(LoadResult load, List<Problem> problems) {
        var generator = load.generator();
        if (LoadLimits.isBusy(generator.busyShare())) {
            problems.add(
                    new Problem(
                            Kind.GENERATOR_SATURATED,
                            "the load generator was busy %s of the time"
                                    .formatted(percent(generator.busyShare()))));
        }
        double waited = generator.runQueueWaitShare().orElse(0);
        if (waited > LoadLimits.MEDIAN_WAITS) {
            problems.add(
                    new Problem(
                            Kind.GENERATOR_STARVED,
                            "the load generator waited for CPU %s of the time"
                                    .formatted(percent(waited))));
        }
        var stalls = generator.stalls();
        double lost = (stalls.totalNanos() + stalls.suspendedNanos()) / 1e9;
        double longest = Math.max(stalls.longestNanos(), stalls.suspendedNanos()) / 1e9;
        if (LoadLimits.isInterruptedTooLong(lost, longest, load.window().seconds())) {
            problems.add(
                    new Problem(
                            Kind.GENERATOR_STALLED,
                            "the load generator stood still for %s of %s"
                                    .formatted(
                                            time(lost * 1e9),
                                            time((double) load.window().nanos()))));
        }
    }

    private static void schedule(LoadResult load, List<Problem> problems) {
        double lag = (double) load.generator().sendLag().getValueAtPercentile(99);
        double median = (double) load.responseTime().getValueAtPercentile(50);
        if (LoadLimits.isLate(lag / 1e9, median / 1e9)) {
            problems.add(
                    new Problem(
                            Kind.SCHEDULE_LAGGED,
                            "one request in a hundred was sent %s late or more, and the median response time was %s"
                                    .formatted(time(lag), time(median))));
        }
    }

    private static void arrivals(LoadResult load, Histogram arriving, List<Problem> problems) {
        double sent = (double) load.responseTime().getValueAtPercentile(99);
        double any = (double) arriving.getValueAtPercentile(99);
        if (LoadLimits.omitsArrivals(sent, any)) {
            problems.add(
                    new Problem(
                            Kind.ARRIVALS_OMITTED,
                            "the p99 of the requests that users sent is %s, and about %s for a request that arrives at any moment"
                                    .formatted(time(sent), time(any))));
        }
    }

    private static void overload(
            LoadPlan plan, double secondsBefore, LoadResult load, List<Problem> problems) {
        Backlog.of(plan.model(), plan.traffic(), List.of(load), secondsBefore)
                .ifPresent(backlog ->
                        problems.add(
                                new Problem(
                                        Kind.OVERLOADED,
                                        "requests arrive faster than they are served: "
                                                + backlog.text())));
    }

    private static void rate(
            LoadModel.Open open, double secondsBefore, LoadResult load, List<Problem> problems) {
        long service = load.serviceTime().getValueAtPercentile(50);
        RateShortfall.of(open, load, service, secondsBefore)
                .ifPresent(few ->
                        problems.add(
                                new Problem(
                                        Kind.RATE_NOT_ACHIEVED,
                                        "%s of %s scheduled requests had no response within the window"
                                                .formatted(
                                                        number(few.missing()),
                                                        number(few.scheduled())))));
    }
}
