package dev.loombench.analysis.bottleneck;

import dev.loombench.analysis.server.PinningSummary;
import dev.loombench.stats.Interval;
import java.util.Optional;

/// An upper bound of throughput, with its arithmetic.
///
/// These are the asymptotic bounds of operational analysis: Denning and Buzen, *The Operational
/// Analysis of Queueing Network Models* (1978), and Little's law, N = X · R.
public sealed interface Bound {

    /// The maximum that this bound allows, requests per second.
    default double maxThroughput() {
        return switch (this) {
            case Pool(var threads, var held) -> threads / held.seconds();
            case Published(_, _, var capacity, var held) -> capacity / held.seconds();
            case Permits(_, var permits, var held) -> permits / held.seconds();
            case Users(var users, var unloaded, var think) -> users / (unloaded.seconds() + think);
            case ArrivalRate(var rate) -> rate;
            case Connections(var connections, var unloaded) -> connections / unloaded.seconds();
            case Streams streams -> streams.slots() / streams.unloaded().seconds();
            case Cpu(var cores, var server, var generator) -> cores / (server + generator);
            case Generator(var threads, var perRequest) -> threads / perRequest;
            case Carriers(var carriers, var held, _) -> carriers / held.seconds();
            case Pinned(var carriers, var heldSeconds, _) -> carriers / heldSeconds;
            case SaturatedThreads saturated -> saturated.threads() / saturated.heldSeconds();
            case Pauses(var other, var share) -> other.maxThroughput() * (1 - share);
        };
    }

    /// Threads of a pool, each held by one request at a time.
    ///
    /// @param held response time of a single user, without queueing
    record Pool(int threads, HeldTime held) implements Bound {
        /// Whether so many requests per second may be served: more show that a request holds a
        /// thread for less than its response time, as one that is served asynchronously does.
        boolean mayHold(double throughput) {
            return throughput * held.interval().map(Interval::low).orElse(held.seconds())
                    <= threads;
        }
    }

    /// A pool of connections or threads whose size is published, or configured.
    ///
    /// @param owner as in `HikariCP`
    /// @param setting its name for the limit, as in `maximumPoolSize`
    /// @param held how long a request holds a thread or a connection of it
    record Published(String owner, String setting, long capacity, HeldTime held) implements Bound {}

    /// Permits of a semaphore that each task of a batch, or each request, acquires.
    ///
    /// @param owner as in `semaphore`, or `Semaphore in shop.Orders.place`
    /// @param held how long it holds its permit
    record Permits(String owner, long permits, HeldTime held) implements Bound {}

    /// Users of a closed model: each waits for the response, then thinks.
    ///
    /// @param unloaded response time of a single user
    record Users(int users, HeldTime unloaded, double thinkSeconds) implements Bound {}

    /// The arrival rate of an open model.
    record ArrivalRate(double rate) implements Bound {}

    /// Connections of an open model: each carries one request at a time.
    record Connections(int connections, HeldTime unloaded) implements Bound {}

    /// Streams of HTTP/2 that the server allows at a time, where these are fewer than the load
    /// would use: each carries one request at a time.
    ///
    /// @param connections of the load
    /// @param each streams that the server allows on a connection
    record Streams(int connections, long each, HeldTime unloaded) implements Bound {
        /// Those of all connections.
        public long slots() {
            return connections * each;
        }
    }

    /// Cores, shared by server and load generator, or of the server alone.
    ///
    /// @param cores of a quota, CPU time per elapsed time
    /// @param serverSeconds CPU time of the server per request
    /// @param generatorSeconds CPU time of the generator per request; 0 where it uses other cores
    record Cpu(double cores, double serverSeconds, double generatorSeconds) implements Bound {}

    /// Threads of the load generator, each limited to one core.
    ///
    /// @param secondsPerRequest CPU time of the generator per request
    record Generator(int threads, double secondsPerRequest) implements Bound {}

    /// Carriers of virtual threads that do not unmount while they wait, as in `synchronized` on JDK
    /// 21, in native code or in file I/O: inferred, not observed.
    ///
    /// @param held response time of a single user
    /// @param path calls of the virtual threads that were mounted when threads were listed; empty
    ///   where that is unknown
    record Carriers(int carriers, HeldTime held, Optional<String> path) implements Bound {}

    /// Carriers held by pinned virtual threads, as observed: the utilization law, X = U / D, at U =
    /// 1.
    ///
    /// @param heldSeconds time in pinned waits per response
    /// @param longest the location of most of that time
    record Pinned(int carriers, double heldSeconds, PinningSummary.PinnedLocation longest)
            implements Bound {}

    /// Event threads that ran, or were ready to run, without a pause: the utilization law, X = U /
    /// D, at U = 1, where D is the time for which a request holds such a thread.
    ///
    /// @param name of the thread; of several, what their names have in common
    /// @param cpuSeconds CPU time of these threads per request
    record SaturatedThreads(String name, int threads, double cpuSeconds, ThreadUse use)
            implements Bound {
        /// Time per request for which these threads were ready and had no processor.
        public double waitSeconds() {
            return cpuSeconds * use.waitShare() / use.processorShare();
        }

        /// D: CPU time and waits for a processor.
        double heldSeconds() {
            return cpuSeconds + waitSeconds();
        }
    }

    /// Another bound, reduced by the share of time in which garbage collection paused all threads.
    ///
    /// @param share of the window, 0..1
    record Pauses(Bound other, double share) implements Bound {}
}
