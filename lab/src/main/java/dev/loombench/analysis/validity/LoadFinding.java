package dev.loombench.analysis.validity;

import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.load.result.LoadResult;
import dev.loombench.spec.Metric;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.load.Workload;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/// A difference between the requested load and the load that reached the server.
public sealed interface LoadFinding extends Finding {
    /// The variant, or another name of what was loaded.
    String variant();

    @Override
    default List<String> variants() {
        return List.of(variant());
    }

    /// Fewer connections were open at once than requested.
    ///
    /// @param established in the trial with the fewest
    /// @param timedOut requests of that trial that timed out, which closes their connections
    record ConnectionsNotAchieved(String variant, int requested, int established, long timedOut)
            implements LoadFinding {

        /// Without keep-alive each is closed after its response, so that they are never all open.
        public static Optional<ConnectionsNotAchieved> of(
                String variant, TrafficSpec traffic, List<LoadResult> loads) {
            return loads.stream()
                    .filter(l ->
                            traffic.connections().keepAlive()
                                    && l.connections().established() < l.connections().requested())
                    .min(Comparator.comparingInt(l -> l.connections().established()))
                    .map(l ->
                            new ConnectionsNotAchieved(
                                    variant,
                                    l.connections().requested(),
                                    l.connections().established(),
                                    l.counts().timedOut()));
        }

        /// Whether at least as many requests timed out as connections are missing: a limit of the
        /// server is then one of several causes.
        public boolean followsTimeOuts() {
            return timedOut >= requested - established;
        }

        @Override
        public String kind() {
            return "connections-not-achieved";
        }

        @Override
        public Severity severity() {
            return Severity.INVALID;
        }
    }

    /// The time limit ended a window before its number of requests was sent.
    ///
    /// @param sent in the trial with the fewest
    record RequestsNotSent(String variant, long requested, long sent) implements LoadFinding {

        public static Optional<RequestsNotSent> of(
                String variant, OptionalLong requested, List<LoadResult> loads) {
            long sent = loads.stream().mapToLong(l -> l.counts().sent()).min().orElse(0);
            return requested.isPresent() && sent < requested.getAsLong()
                    ? Optional.of(new RequestsNotSent(variant, requested.getAsLong(), sent))
                    : Optional.empty();
        }

        @Override
        public String kind() {
            return "requests-not-sent";
        }

        @Override
        public Severity severity() {
            return Severity.INVALID;
        }
    }

    /// Requests that ended in an error.
    ///
    /// @param share of the requests sent
    /// @param kinds number by kind
    /// @param expected whether the experiment expects errors
    record Errors(
            String variant, long errors, double share, Map<String, Long> kinds, boolean expected)
            implements LoadFinding {
        /// Beyond this share they affect p99.9, and good responses no longer represent the load.
        private static final double LIMIT = 0.001;

        public Errors {
            kinds = Map.copyOf(kinds);
        }

        public static Optional<Errors> of(
                String variant, TrafficSpec traffic, List<LoadResult> loads) {
            Map<String, Long> kinds = new TreeMap<>();
            loads.forEach(
                    l -> l.counts().errors().forEach((kind, n) -> kinds.merge(kind, n, Long::sum)));
            long errors = failed(loads);
            return errors > 0
                    ? Optional.of(
                            new Errors(
                                    variant,
                                    errors,
                                    (double) errors / sent(loads),
                                    kinds,
                                    traffic.expectsErrors()))
                    : Optional.empty();
        }

        /// Whether enough requests failed to make the result invalid.
        static boolean tooMany(long failed, long sent) {
            return (double) failed / sent > LIMIT;
        }

        static boolean tooMany(List<LoadResult> loads) {
            return tooMany(failed(loads), sent(loads));
        }

        /// Whether the experiment expects errors and so many requests failed that most other rules
        /// do not apply.
        static boolean manyExpected(TrafficSpec traffic, List<LoadResult> loads) {
            return traffic.expectsErrors() && tooMany(loads);
        }

        private static long failed(List<LoadResult> loads) {
            return loads.stream().mapToLong(l -> l.counts().failed()).sum();
        }

        private static long sent(List<LoadResult> loads) {
            return loads.stream().mapToLong(l -> l.counts().sent()).sum();
        }

        @Override
        public String kind() {
            return "errors";
        }

        @Override
        public Severity severity() {
            if (expected) {
                return Severity.INFORMATION;
            }
            return share > LIMIT ? Severity.INVALID : Severity.NOTE;
        }
    }

    /// The server closed connections without an error.
    ///
    /// @param responsesEach mean per closed connection
    record ConnectionsClosed(String variant, double responsesEach) implements LoadFinding {
        /// Responses per connection from which reconnecting costs too little to matter.
        private static final double ENOUGH_RESPONSES = 2_000;

        /// Kinds of errors that end a connection, besides the time-out of a request that was sent:
        /// a response of 3xx, 4xx or 5xx does not.
        private static final Set<String> CLOSING =
                Set.of("reset", "closed-early", "malformed", "too-large", "status-1xx");

        public static Optional<ConnectionsClosed> of(String variant, List<LoadResult> loads) {
            long closed = loads.stream().mapToLong(ConnectionsClosed::byServer).sum();
            double responses = loads.stream().mapToLong(l -> l.counts().succeededInWindow()).sum();
            return closed > 0 && responses / closed < ENOUGH_RESPONSES
                    ? Optional.of(new ConnectionsClosed(variant, responses / closed))
                    : Optional.empty();
        }

        /// Connections of a window that the server closed without an error.
        public static long byServer(LoadResult load) {
            return load.connections().reconnects()
                    - load.connections().timedOut()
                    - errorsThatClose(load.counts());
        }

        private static long errorsThatClose(LoadResult.Counts counts) {
            return counts.errors().entrySet().stream()
                    .filter(e -> CLOSING.contains(e.getKey()))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
        }

        @Override
        public String kind() {
            return "connections-closed";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }

    /// A closed load whose percentiles hide for how long the server stood still, or whose requests
    /// differ much in cost.
    ///
    /// @param sentNanos p99 of the requests that users sent
    /// @param arrivingNanos p99 of a request that arrives at any moment
    record ArrivalsOmitted(String variant, double sentNanos, double arrivingNanos)
            implements LoadFinding {
        /// From this multiple of the p99 of the requests sent on.
        private static final double LIMIT = 2;

        private static final double PERCENT = 99;

        public static Optional<ArrivalsOmitted> of(String variant, Latency latency) {
            var sent = Histograms.percentile(latency.responseTime(), PERCENT);
            var arriving = latency.percentile(PERCENT);
            return sent.isPresent() && arriving.orElse(0) >= LIMIT * Math.max(sent.getAsDouble(), 1)
                    ? Optional.of(
                            new ArrivalsOmitted(
                                    variant, sent.getAsDouble(), arriving.getAsDouble()))
                    : Optional.empty();
        }

        @Override
        public String kind() {
            return "arrivals-omitted";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }

        @Override
        public boolean affects(Metric metric) {
            return metric.isPercentile();
        }
    }

    /// The window is only a few response times long.
    ///
    /// @param windowSeconds of the shortest trial
    /// @param p99Seconds response time that 1 % of the responses exceeded
    record WindowTooShort(String variant, double windowSeconds, double p99Seconds)
            implements LoadFinding {
        /// Multiple of p99. More would be better, and would affect every short measurement of a
        /// slow server.
        private static final double MIN_RESPONSE_TIMES = 4;

        private static final double GOOD_RESPONSE_TIMES = 10;

        /// The length of a window whose edges matter little.
        public double goodSeconds() {
            return GOOD_RESPONSE_TIMES * p99Seconds;
        }

        /// Held connections carry one request each: a longer window does not add any.
        static Optional<WindowTooShort> of(
                String variant, Workload workload, List<LoadResult> loads, Histogram responseTime) {
            if (workload instanceof LoadModel.HeldConnections) {
                return Optional.empty();
            }
            double p99 = responseTime.getValueAtPercentile(99) / 1e9;
            var shortest = loads.stream().mapToDouble(l -> l.window().seconds()).min();
            return shortest.isPresent() && shortest.getAsDouble() < MIN_RESPONSE_TIMES * p99
                    ? Optional.of(new WindowTooShort(variant, shortest.getAsDouble(), p99))
                    : Optional.empty();
        }

        @Override
        public String kind() {
            return "window-too-short";
        }

        @Override
        public Severity severity() {
            return windowSeconds < p99Seconds ? Severity.INVALID : Severity.NOTE;
        }

        @Override
        public boolean affects(Metric metric) {
            return !metric.isFootprint();
        }
    }
}
