package dev.loombench.run.server;

import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Unavailable;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/// The server of a trial, on this machine or on that of an agent: it accepts requests, and can be
/// observed. Thread-safe.
public interface TestedServer extends ServerHealth.ServerState, AutoCloseable {
    InetSocketAddress address();

    /// Its last lines; see `RunningServer`.
    List<String> logTail(int maxLines);

    /// Starts the observers that apply.
    ObservationSession observe();

    /// The CPU time of its processes; 0 where they are not known.
    CpuClock cpu();

    /// The CPU time of its just-in-time compilers; 0 where it is not known.
    CpuClock compilers();

    /// Why its threads are not listed; empty when they may be.
    ///
    /// @param observations until now
    Optional<Unavailable> threadListRefusal(List<Observation> observations);

    /// Ends it if the lab has started it.
    @Override
    void close();
}
