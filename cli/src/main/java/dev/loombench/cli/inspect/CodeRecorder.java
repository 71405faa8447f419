package dev.loombench.cli.inspect;

import dev.loombench.analysis.profile.CodeCosts;
import dev.loombench.analysis.profile.CodeProfile;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.profile.ProfileObserver;
import dev.loombench.observe.result.Observation.Profile;
import dev.loombench.observe.result.Observation.Unavailable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A profile of a JVM from now until it is ended.
///
/// Its costs are per second: what a service does for one request is not known here. Allocated bytes
/// are those that the samples stand for.
final class CodeRecorder implements AutoCloseable {
    private final ObservationSession session;
    private final CpuClock cpu;
    private final long startCpuNanos;
    private final long startNanos;

    private CodeRecorder(ObservationSession session, CpuClock cpu) {
        this.session = session;
        this.cpu = cpu;
        startCpuNanos = cpu.nanos();
        startNanos = System.nanoTime();
    }

    /// Loads the profiler and starts it.
    ///
    /// @throws dev.loombench.observe.ProcessEndedException when the process has ended
    static CodeRecorder start(long pid) {
        var session = new ProfileObserver().start(new ObservedProcess(pid, Path.of("")));
        session.sample();
        return new CodeRecorder(session, CpuClock.of(pid));
    }

    /// Ends the profile.
    ///
    /// @param service its name
    InspectedCode end(String service) {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        double cpuPerSecond = (cpu.nanos() - startCpuNanos) / seconds;
        session.sample();
        var profiles = new ArrayList<CodeProfile>();
        var limits = new ArrayList<String>();
        for (var observation : session.read()) {
            if (observation instanceof Profile profile) {
                double perSecond =
                        switch (profile.cost()) {
                            case CPU -> cpuPerSecond;
                            case ALLOCATION -> profile.weight() / seconds;
                        };
                CodeProfile.ofSecond(service, profile, perSecond).ifPresent(profiles::add);
            } else if (observation instanceof Unavailable missing) {
                limits.add("%s: %s".formatted(missing.subject(), missing.reason()));
            }
        }
        return new InspectedCode(new CodeCosts(profiles, List.of()), limits);
    }

    @Override
    public void close() {
        session.close();
    }
}
