package dev.loombench.analysis;

import java.util.Optional;

/// What can hold throughput down, with its arithmetic.
///
/// These are the asymptotic bounds of operational analysis: Denning and Buzen, *The Operational
/// Analysis of Queueing Network Models* (1978), and Little's law, N = X · R.
public sealed interface Bound {

    /// Requests a second that this bound allows at most.
    double maxThroughput();

    /// Threads of a pool, each held by a request for so long.
    ///
    /// @param heldSeconds response time of a lone user, in which nothing queues
    record Pool(int threads, double heldSeconds) implements Bound {
        @Override
        public double maxThroughput() {
            return threads / heldSeconds;
        }
    }

    /// Permits of a semaphore that each task of a batch acquires.
    ///
    /// @param heldSeconds how long a task kept its permit
    record Permits(int permits, double heldSeconds) implements Bound {
        @Override
        public double maxThroughput() {
            return permits / heldSeconds;
        }
    }

    /// Users of a closed model: each waits for the answer, then thinks.
    ///
    /// @param unloadedSeconds response time of a lone user
    record Users(int users, double unloadedSeconds, double thinkSeconds) implements Bound {
        @Override
        public double maxThroughput() {
            return users / (unloadedSeconds + thinkSeconds);
        }
    }

    /// The rate of an open model: more does not arrive.
    record ArrivalRate(double rate) implements Bound {
        @Override
        public double maxThroughput() {
            return rate;
        }
    }

    /// Connections of an open model: no more requests can be under way.
    record Connections(int connections, double unloadedSeconds) implements Bound {
        @Override
        public double maxThroughput() {
            return connections / unloadedSeconds;
        }
    }

    /// Cores, shared by the server and the generator that drives it.
    ///
    /// @param serverSeconds CPU time of the server per request
    /// @param generatorSeconds CPU time of the generator per request
    record Cpu(int cores, double serverSeconds, double generatorSeconds) implements Bound {
        @Override
        public double maxThroughput() {
            return cores / (serverSeconds + generatorSeconds);
        }
    }

    /// The load engine: a loop is one thread, and sends no more than its CPU allows.
    ///
    /// @param secondsPerRequest CPU time of the generator per request
    record Generator(int loops, double secondsPerRequest) implements Bound {
        @Override
        public double maxThroughput() {
            return loops / secondsPerRequest;
        }
    }

    /// Carriers of virtual threads that wait without letting go of them, as in `synchronized` on
    /// JDK 21, in native code or in file I/O: inferred, where nobody saw them held.
    ///
    /// @param heldSeconds response time of a lone user
    /// @param path calls of the virtual threads that were on a carrier when threads were listed;
    ///   empty where that cannot be told
    record Carriers(int carriers, double heldSeconds, Optional<String> path) implements Bound {
        @Override
        public double maxThroughput() {
            return carriers / heldSeconds;
        }
    }

    /// Carriers that were seen to be held by pinned virtual threads: the utilization law, X = U /
    /// D, at U = 1.
    ///
    /// @param heldSeconds time in pinned waits, an answer
    /// @param longest where most of that time went
    record Pinned(int carriers, double heldSeconds, PinningSummary.PinnedLocation longest)
            implements Bound {
        @Override
        public double maxThroughput() {
            return carriers / heldSeconds;
        }
    }

    /// Garbage collection that holds all threads up: what another bound allows, less that share of
    /// the time.
    ///
    /// @param share of the window, 0..1
    record Pauses(Bound without, double share) implements Bound {
        @Override
        public double maxThroughput() {
            return without.maxThroughput() * (1 - share);
        }
    }
}
