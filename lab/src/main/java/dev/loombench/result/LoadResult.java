package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/// What the load engine saw in one measured window.
///
/// A request belongs to the window when its intended send lies in it, whenever its answer came.
///
/// @param requests a row each where several requests are mixed; empty where there is one
/// @param intervals in the order of time, about a second each
public record LoadResult(
        @JsonProperty("window") Window window,
        @JsonProperty("counts") Counts counts,
        @JsonProperty("connections") Connections connections,
        @JsonProperty("generator") Generator generator,
        @JsonProperty("requests") List<RequestCounts> requests,
        @JsonProperty("intervals") List<Interval> intervals) {

    public LoadResult {
        requests = List.copyOf(requests);
        intervals = List.copyOf(intervals);
    }

    /// Of one request, over and over.
    public LoadResult(
            Window window,
            Counts counts,
            Connections connections,
            Generator generator,
            List<Interval> intervals) {
        this(window, counts, connections, generator, List.of(), intervals);
    }

    /// The same result with other intervals.
    public LoadResult with(List<Interval> others) {
        return new LoadResult(window, counts, connections, generator, requests, others);
    }

    /// Every request of the window is one of: answered, an error of some kind, or still in flight.
    ///
    /// @param sent requests whose intended send lies in the window
    /// @param succeeded of these, answered with an expected status
    /// @param errors kind -> how many: `timeout`, `status-5xx`, `reset`, `malformed` …
    /// @param unfinished of these, neither answered nor failed when the drain ended
    /// @param succeededInWindow good answers that arrived within the window, whenever their request
    ///   was sent: the count behind throughput
    /// @param bytes received within the window
    /// @param statuses of the errors that are responses of a status not expected: status code ->
    ///   how many
    public record Counts(
            @JsonProperty("sent") long sent,
            @JsonProperty("succeeded") long succeeded,
            @JsonProperty("errors") Map<String, Long> errors,
            @JsonProperty("unfinished") long unfinished,
            @JsonProperty("succeededInWindow") long succeededInWindow,
            @JsonProperty("bytes") long bytes,
            @JsonProperty("statuses") Map<Integer, Long> statuses) {
        public Counts {
            errors = Map.copyOf(errors);
            statuses = Map.copyOf(statuses);
        }

        /// Without a response of a status that is not expected.
        public Counts(
                long sent,
                long answered,
                Map<String, Long> errors,
                long unfinished,
                long answeredWithin,
                long bytes) {
            this(sent, answered, errors, unfinished, answeredWithin, bytes, Map.of());
        }

        public long failed() {
            return errors.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /// The window's requests of one name among several.
    ///
    /// @param sent whose intended send lies in the window
    /// @param succeeded of these, answered with an expected status
    /// @param errors kind -> how many
    public record RequestCounts(
            @JsonProperty("name") String name,
            @JsonProperty("sent") long sent,
            @JsonProperty("succeeded") long succeeded,
            @JsonProperty("errors") Map<String, Long> errors) {
        public RequestCounts {
            errors = Map.copyOf(errors);
        }

        public long failed() {
            return errors.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /// @param requested what the load model asks for
    /// @param established the most that were open at once
    /// @param reconnects how often one had to be opened anew within the window
    /// @param earlyResponses responses that were complete before their request was sent whole; the
    ///   rest of the request is not sent, and the connection is closed
    /// @param inFlight requests that had left and were neither answered nor failed, on average over
    ///   the window; empty in results that were kept before it was counted
    /// @param connectTime of those opened within the window, from the order to open it until it was
    ///   open, ns; empty when all were open before
    public record Connections(
            @JsonProperty("requested") int requested,
            @JsonProperty("established") int established,
            @JsonProperty("reconnects") long reconnects,
            @JsonProperty("earlyResponses") long earlyResponses,
            @JsonProperty("inFlight") OptionalDouble inFlight,
            @JsonProperty("connectTime") Histogram connectTime) {

        /// None of which was opened within the window.
        public Connections(int asked, int achieved, long reopened) {
            this(asked, achieved, reopened, 0, OptionalDouble.empty(), new Histogram(3));
        }
    }

    /// How the generator itself fared; its health bounds what may be believed.
    ///
    /// @param transport `nio` or `io_uring`
    /// @param transportReason why not the transport that costs least, empty if it is that or was
    ///   asked for by name
    /// @param pacing how exactly the open model's requests left: `exact`, or by ticks of `0.1ms` or
    ///   `1ms`; `answers` where these set the pace
    /// @param threads threads that drove the load
    /// @param cpuNanos CPU time of its loops within the window
    /// @param busyShare part of the window in which the loops were not waiting, 0..1; over io_uring
    ///   that in which they had a CPU
    /// @param lateArrivals arrivals of the open model that left later than a tick of the pacing and
    ///   1 ms after they were due, or never; empty in the other models
    /// @param runQueueWaitShare part of the window in which the loops were ready to run and others
    ///   had the CPU, 0..1; empty where the kernel does not tell
    /// @param sendLag actual less intended send of the window's requests, ns
    /// @param stalls when its threads stood still
    public record Generator(
            @JsonProperty("transport") String transport,
            @JsonProperty("transportReason") String transportReason,
            @JsonProperty("pacing") String pacing,
            @JsonProperty("threads") int threads,
            @JsonProperty("cpuNanos") long cpuNanos,
            @JsonProperty("busyShare") double busyShare,
            @JsonProperty("lateArrivals") OptionalLong lateArrivals,
            @JsonProperty("runQueueWaitShare") OptionalDouble runQueueWaitShare,
            @JsonProperty("sendLag") Histogram sendLag,
            @JsonProperty("stalls") Stalls stalls) {

        /// One loop, over a transport that needs no reason, in the closed model.
        public Generator(String transport, long cpuNanos, double busyShare, Histogram sendLag) {
            this(
                    transport,
                    "",
                    "answers",
                    1,
                    cpuNanos,
                    busyShare,
                    OptionalLong.empty(),
                    OptionalDouble.empty(),
                    sendLag,
                    Stalls.NONE);
        }

        /// The same with other stalls.
        public Generator with(Stalls others) {
            return new Generator(
                    transport,
                    transportReason,
                    pacing,
                    threads,
                    cpuNanos,
                    busyShare,
                    lateArrivals,
                    runQueueWaitShare,
                    sendLag,
                    others);
        }
    }

    /// Times within the window in which a thread of the generator stood still for 100 ms or more
    /// though others did not have its CPU: the generator was stopped, its virtual machine paused,
    /// or its JVM at a standstill.
    ///
    /// @param count of such times; those of several threads that overlap are one
    /// @param totalNanos in all
    /// @param longestAtNanos when the longest began, after the beginning of the window; empty
    ///   without any
    /// @param suspendedNanos how long the machine was suspended, in which time none of the clocks
    ///   that measure went on: not part of the window, nor of the total
    public record Stalls(
            @JsonProperty("count") long count,
            @JsonProperty("totalNanos") long totalNanos,
            @JsonProperty("longestNanos") long longestNanos,
            @JsonProperty("longestAtNanos") OptionalLong longestAtNanos,
            @JsonProperty("suspendedNanos") long suspendedNanos) {
        public static final Stalls NONE = new Stalls(0, 0, 0, OptionalLong.empty(), 0);
    }

    /// The latencies of the window's requests, by the time of their answer, ns.
    ///
    /// @param responseTime from the intended send: what the user felt
    /// @param serviceTime from the actual send
    public record Interval(
            @JsonProperty("window") Window window,
            @JsonProperty("responseTime") Histogram responseTime,
            @JsonProperty("serviceTime") Histogram serviceTime) {}
}
