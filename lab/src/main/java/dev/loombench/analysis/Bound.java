package dev.loombench.analysis;

/// What can hold throughput down, with its arithmetic.
///
/// These are the asymptotic bounds of operational analysis: Denning and Buzen, *The Operational
/// Analysis of Queueing Network Models* (1978), and Little's law, N = X · R.
public sealed interface Bound {

    /// Requests a second that this bound allows at most.
    double allows();

    /// Threads of a pool, each held by a request for so long.
    ///
    /// @param heldSeconds response time of a lone user, in which nothing queues
    record Pool(int threads, double heldSeconds) implements Bound {
        @Override
        public double allows() {
            return threads / heldSeconds;
        }
    }

    /// Users of a closed model: each waits for the answer, then thinks.
    ///
    /// @param unloadedSeconds response time of a lone user
    record Users(int users, double unloadedSeconds, double thinkSeconds) implements Bound {
        @Override
        public double allows() {
            return users / (unloadedSeconds + thinkSeconds);
        }
    }

    /// The rate of an open model: more does not arrive.
    record ArrivalRate(double rate) implements Bound {
        @Override
        public double allows() {
            return rate;
        }
    }

    /// Connections of an open model: no more requests can be under way.
    record Connections(int connections, double unloadedSeconds) implements Bound {
        @Override
        public double allows() {
            return connections / unloadedSeconds;
        }
    }

    /// Cores, shared by the server and the generator that drives it.
    ///
    /// @param serverSeconds CPU time of the server per request
    /// @param generatorSeconds CPU time of the generator per request
    record Cpu(int cores, double serverSeconds, double generatorSeconds) implements Bound {
        @Override
        public double allows() {
            return cores / (serverSeconds + generatorSeconds);
        }
    }
}
