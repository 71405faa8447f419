package dev.loombench.observe.profile;

import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import java.time.Duration;

/// Observes which code of a JVM uses the CPU and allocates, by samples of its stacks in the
/// measured window: with async-profiler, or with Flight Recorder, which has no allocations, where
/// that cannot be loaded.
///
/// The profiler is loaded while the session starts, in the warm-up, and records from the first edge
/// of the window to its last, also while a server of an interleaved block rests, which costs no CPU
/// time and so has no samples.
///
/// Cost to the server: `bench/profile/run` measures it; it is part of the CPU per request that is
/// reported, of every variant alike.
public final class ProfileObserver implements Observer {
    static final String NAME = "profile";

    private final Duration loadLimit;
    private final Duration edgeLimit;

    public ProfileObserver() {
        this(Duration.ofSeconds(15), Duration.ofSeconds(15));
    }

    /// @param loadLimit maximum time for attaching and loading the profiler
    /// @param edgeLimit maximum time for starting or ending a recording
    ProfileObserver(Duration loadLimit, Duration edgeLimit) {
        this.loadLimit = loadLimit;
        this.edgeLimit = edgeLimit;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ObservationSession start(ObservedProcess target) {
        return ProfileSession.start(target.pid(), loadLimit, edgeLimit);
    }
}
