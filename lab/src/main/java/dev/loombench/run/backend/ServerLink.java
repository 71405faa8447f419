package dev.loombench.run.backend;

import dev.loombench.result.RoundTrips;

/// The connection to the agent that starts and observes servers.
public interface ServerLink {
    /// The address of the agent, as in `10.0.0.2:7800`.
    String agent();

    /// Whether it is on this machine.
    boolean isLocal();

    /// The round trips since the last measurement of its clock.
    RoundTrips roundTrips();

    /// The largest possible error of that measurement, ns.
    long clockErrorNanos();
}
