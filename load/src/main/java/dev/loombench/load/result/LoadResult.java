package dev.loombench.load.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.loombench.base.Window;
import dev.loombench.text.TextSanitizer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;

/// The load generator's result for one measured window.
///
/// A request belongs to the window when its intended send is in it, whenever its response arrives.
///
/// @param requests one entry per request of a mix; empty without a mix
/// @param intervals in order of time, about a second each
/// @param events server-sent ones, messages without a request and closed connections of WebSocket,
///   and what was wrong; empty without any
public record LoadResult(
        Window window,
        Counts counts,
        Connections connections,
        Generator generator,
        List<RequestCounts> requests,
        List<Second> intervals,
        @JsonInclude(Include.NON_ABSENT) Optional<Events> events) {

    /// A result without events.
    public LoadResult(
            Window window,
            Counts counts,
            Connections connections,
            Generator generator,
            List<RequestCounts> requests,
            List<Second> intervals) {
        this(window, counts, connections, generator, requests, intervals, Optional.empty());
    }

    public LoadResult {
        requests = List.copyOf(requests);
        intervals = List.copyOf(intervals);
    }

    /// The same result with other intervals.
    public LoadResult with(List<Second> others) {
        return new LoadResult(window, counts, connections, generator, requests, others, events);
    }

    /// The same result with its window on another clock.
    public LoadResult within(Window other) {
        return new LoadResult(other, counts, connections, generator, requests, intervals, events);
    }

    /// The same result with other counts.
    public LoadResult with(Counts others) {
        return new LoadResult(window, others, connections, generator, requests, intervals, events);
    }

    /// The same result with other texts of what was wrong with the bytes of the server.
    public LoadResult withFaults(UnaryOperator<String> shown) {
        var others = events.map(e -> e.withFaults(shown));
        return new LoadResult(window, counts, connections, generator, requests, intervals, others);
    }

    /// The response times of all intervals, ns, from the intended send.
    public Histogram responseTime() {
        return merged(Second::responseTime);
    }

    /// The service times of all intervals, ns, from the actual send.
    public Histogram serviceTime() {
        return merged(Second::serviceTime);
    }

    private Histogram merged(Function<Second, Histogram> part) {
        var sum = new Histogram(3);
        intervals.forEach(i -> sum.add(part.apply(i)));
        return sum;
    }

    /// The response times of each interval that has any, in order of time.
    public List<Histogram> secondsWithResponses() {
        return intervals.stream()
                .map(Second::responseTime)
                .filter(h -> h.getTotalCount() > 0)
                .toList();
    }

    /// Requests sent before the window that had neither a response nor an error by its end, where
    /// none could be sent within it: those of a server that hangs. 0 where some were sent.
    public long waitedThroughout() {
        return counts.sent() == 0 ? Math.round(connections.inFlight()) : 0;
    }

    /// Every request of the window succeeded, failed with an error of some kind, or is unfinished.
    /// With a deadline, good responses are those within it.
    ///
    /// @param sent requests whose intended send is in the window
    /// @param succeeded of these, those with a response of an expected status
    /// @param errors kind -> count: `timeout`, `status-5xx`, `reset`, `malformed` …
    /// @param unfinished of these, those that had neither a response nor an error at the end of the
    ///   drain
    /// @param succeededInWindow good responses that arrived within the window, whenever their
    ///   request was sent: the count behind throughput
    /// @param bytes received within the window
    /// @param statuses status code -> count, for the errors with an unexpected status
    public record Counts(
            long sent,
            long succeeded,
            Map<String, Long> errors,
            long unfinished,
            long succeededInWindow,
            long bytes,
            Map<Integer, Long> statuses) {
        public Counts {
            errors = Map.copyOf(errors);
            statuses = Map.copyOf(statuses);
        }

        public long failed() {
            return errors.values().stream().mapToLong(Long::longValue).sum();
        }

        /// Requests that had no response within their time-out.
        public long timedOut() {
            return errors.getOrDefault(ErrorKind.TIMEOUT.label(), 0L);
        }

        /// Requests that were not sent because they could no longer be within the deadline.
        public long deadlineUnsent() {
            return errors.getOrDefault(ErrorKind.DEADLINE_UNSENT.label(), 0L);
        }

        /// Requests whose good response came after the deadline.
        public long deadlineLate() {
            return errors.getOrDefault(ErrorKind.DEADLINE_LATE.label(), 0L);
        }

        /// Requests that missed the deadline, sent or not, and did not fail in another way.
        public long deadlineMissed() {
            return deadlineUnsent() + deadlineLate();
        }
    }

    /// The window's requests of one name in a mix.
    ///
    /// @param sent requests whose intended send is in the window
    /// @param succeeded of these, those with a response of an expected status
    /// @param errors kind -> count
    public record RequestCounts(String name, long sent, long succeeded, Map<String, Long> errors) {
        public RequestCounts {
            errors = Map.copyOf(errors);
        }

        public long failed() {
            return errors.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /// @param requested number that the load model requests
    /// @param established largest number open at once
    /// @param closed open connections that either side closed within the window, except those of
    ///   users that ended; others take their place, unless they were to be held
    /// @param timedOut of these, those that the load generator closed because a request timed out
    /// @param earlyResponses responses that were complete before their request was sent completely;
    ///   the rest of the request is not sent, and the connection, or its stream, is closed
    /// @param allInUse arrivals, of the late ones of the generator, that found no free connection
    ///   when they were to be sent: 0 in other models than the open one
    /// @param inFlight mean number of sent requests without a response or an error over the window
    /// @param connectTime of connections opened within the window, from the call to open until
    ///   open, ns, with the handshake of TLS; empty when all were open before
    /// @param tls how they were secured; empty for plain TCP
    /// @param streams their use by HTTP/2; empty for a protocol with one request at a time on each
    public record Connections(
            int requested,
            int established,
            long closed,
            long timedOut,
            long earlyResponses,
            long allInUse,
            double inFlight,
            Histogram connectTime,
            @JsonInclude(Include.NON_ABSENT) Optional<Tls> tls,
            @JsonInclude(Include.NON_ABSENT) Optional<Streams> streams) {}

    /// TLS of the connections.
    ///
    /// @param engine the library that spoke it and its version, as in `openssl 3.0.17`
    /// @param engineReason why it was not the cheapest one; empty if it was, or if it was requested
    /// @param verified whether the certificate of the server was checked
    /// @param agreed version and cipher suite of the latest handshake, as in `TLSv1.3
    ///   TLS_AES_256_GCM_SHA384`; empty without one since the start of the load
    /// @param resumed handshakes within the window that resumed the session of an earlier
    ///   connection
    /// @param alerts name in the standard, as in `handshake_failure` -> number of connections that
    ///   the server ended by it within the window
    /// @param handshakeTime of the handshakes that were done within the window, from the open
    ///   connection, ns
    public record Tls(
            String engine,
            String engineReason,
            boolean verified,
            String agreed,
            long resumed,
            Map<String, Long> alerts,
            Histogram handshakeTime) {
        public Tls {
            alerts = Map.copyOf(alerts);
        }

        /// The TLS of two parts of a load.
        public Tls plus(Tls other) {
            var allAlerts = new HashMap<>(alerts);
            other.alerts.forEach((name, count) -> allAlerts.merge(name, count, Long::sum));
            var sum = handshakeTime.copy();
            sum.setAutoResize(true);
            sum.add(other.handshakeTime);
            return new Tls(
                    engine,
                    engineReason,
                    verified && other.verified,
                    agreed.isEmpty() ? other.agreed : agreed,
                    resumed + other.resumed,
                    allAlerts,
                    sum);
        }
    }

    /// The state of the load generator, which decides whether the result is valid.
    ///
    /// @param transport `nio` or `io_uring`
    /// @param transportReason why the cheapest transport was not used; empty if it was, or if the
    ///   transport was requested by name
    /// @param pacing of the open model's sends: `exact`, or ticks of `0.1ms` or `1ms`;
    ///   `closed-loop` where responses set the pace
    /// @param timerCostNanos CPU time of a wake-up by timer, by which the pacing was chosen; empty
    ///   where it was requested or follows from the rate, the model or the transport
    /// @param threads of the load generator
    /// @param cpuNanos CPU time of its workers within the window
    /// @param busyShare share of the window in which the workers were not waiting, 0..1; over
    ///   io_uring, in which they had a CPU
    /// @param lateArrivals arrivals of the open model that were sent later than one tick of the
    ///   pacing plus 1 ms after their intended time, or not before their time-out or deadline;
    ///   empty in the other models
    /// @param runQueueWaitShare share of the window in which the workers were ready to run but had
    ///   no CPU, 0..1; empty where the kernel does not report it
    /// @param sendLag actual minus intended send time of the window's requests, ns; less the time
    ///   to open its connection where each request has its own
    /// @param stalls of its threads
    public record Generator(
            String transport,
            String transportReason,
            String pacing,
            @JsonInclude(Include.NON_ABSENT) OptionalLong timerCostNanos,
            int threads,
            long cpuNanos,
            double busyShare,
            OptionalLong lateArrivals,
            OptionalDouble runQueueWaitShare,
            Histogram sendLag,
            Stalls stalls) {
        /// The time between two ticks of the pacing, ns: the most that a request waits for one; 0
        /// without ticks.
        public long tickNanos() {
            return switch (pacing) {
                case "0.1ms" -> 100_000;
                case "1ms" -> 1_000_000;
                default -> 0;
            };
        }
    }

    /// Periods of 100 ms or more within the window in which a thread of the generator did not run
    /// although no other thread had its CPU: the generator was stopped, its virtual machine was
    /// paused, or its JVM stood still.
    ///
    /// @param count of such periods; overlapping ones of several threads count once
    /// @param totalNanos of all periods
    /// @param longestAtNanos start of the longest, from the start of the window; empty without any
    /// @param suspendedNanos time for which the machine was suspended and the measuring clocks
    ///   stood still: part of neither the window nor the total
    public record Stalls(
            long count,
            long totalNanos,
            long longestNanos,
            OptionalLong longestAtNanos,
            long suspendedNanos) {
        public static final Stalls NONE = new Stalls(0, 0, 0, OptionalLong.empty(), 0);
    }

    /// What the server sent in the window besides responses.
    ///
    /// @param count of server-sent events that arrived within the window
    /// @param withoutEvent the window's good responses that ended without one; 0 where the load
    ///   does not read events
    /// @param unrequested messages of WebSocket that no request waited for, since the start of the
    ///   load or the end of the window before
    /// @param first from the intended send of the window's requests to their first event, ns; of
    ///   those that timed out or missed their deadline without one, the time that they had waited
    /// @param between between two events of a stream that arrived within the window, ns; 0 where
    ///   one read had both
    /// @param closed kind -> number of connections without a request that the server closed within
    ///   the window by a close frame, or by a frame that is none
    /// @param faults kind of error -> what was wrong with the bytes of the server, or the reason
    ///   that it gave, the first time: untrusted text, but printable
    public record Events(
            long count,
            long withoutEvent,
            long unrequested,
            Histogram first,
            Histogram between,
            Map<String, Long> closed,
            Map<String, String> faults) {
        /// What was found of a time-out whose request was not sent completely; of any other, the
        /// response had begun.
        public static final String UNSENT = "the server did not take the whole request";

        /// Longer than all that the generator itself finds.
        private static final int MAX_FAULT = 1_000;

        public Events {
            closed = Map.copyOf(closed);
            var shown = new HashMap<>(faults);
            shown.replaceAll(
                    (_, found) -> TextSanitizer.of(TextSanitizer.shortened(found, MAX_FAULT)));
            faults = Map.copyOf(shown);
        }

        /// Whether a response began that did not end in time.
        public boolean began() {
            var found = faults.get(ErrorKind.TIMEOUT.label());
            return found != null && !found.equals(UNSENT);
        }

        /// Other texts of the server. What a time-out cut off are words of the generator, which
        /// [#began] knows.
        Events withFaults(UnaryOperator<String> shown) {
            var others = new HashMap<>(faults);
            others.replaceAll((kind, found) ->
                    kind.equals(ErrorKind.TIMEOUT.label()) ? found : shown.apply(found));
            return new Events(count, withoutEvent, unrequested, first, between, closed, others);
        }

        /// The sum of several parts of a load; empty where none has any.
        public static Optional<Events> sum(List<LoadResult> parts) {
            var all = parts.stream().flatMap(part -> part.events.stream()).toList();
            if (all.isEmpty()) {
                return Optional.empty();
            }
            long count = 0;
            long withoutEvent = 0;
            long unrequested = 0;
            var first = new Histogram(3);
            var between = new Histogram(3);
            first.setAutoResize(true);
            between.setAutoResize(true);
            var closed = new HashMap<String, Long>();
            var faults = new HashMap<String, String>();
            for (var part : all) {
                count += part.count;
                withoutEvent += part.withoutEvent;
                unrequested += part.unrequested;
                first.add(part.first);
                between.add(part.between);
                part.closed.forEach((kind, number) -> closed.merge(kind, number, Long::sum));
                part.faults.forEach(faults::putIfAbsent);
            }
            return Optional.of(
                    new Events(count, withoutEvent, unrequested, first, between, closed, faults));
        }
    }

    /// The latencies of the requests of about one second of the window, by the time of their
    /// response, ns.
    ///
    /// @param responseTime from the intended send, as a user experiences it
    /// @param serviceTime from the actual send
    public record Second(Window window, Histogram responseTime, Histogram serviceTime) {}
}
