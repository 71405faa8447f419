package dev.loombench.cli.inspect;

import dev.loombench.analysis.profile.CodeCosts;
import dev.loombench.analysis.profile.CodeProfile;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.profile.ProfileObserver;
import dev.loombench.observe.result.Observation.Profile;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.result.ProfiledStack;
import dev.loombench.report.inspect.InspectedCode;
import dev.loombench.requests.secret.SecretMask;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

    private CodeRecorder(ObservationSession session, CpuClock cpu, long startCpuNanos) {
        this.session = session;
        this.cpu = cpu;
        this.startCpuNanos = startCpuNanos;
        startNanos = System.nanoTime();
    }

    /// Loads the profiler and starts it.
    ///
    /// @throws dev.loombench.observe.ProcessEndedException when the process has ended
    static CodeRecorder start(long pid) {
        var cpu = CpuClock.of(pid);
        var session = new ProfileObserver().start(new ObservedProcess(pid, Path.of("")));
        session.sample();
        try {
            return new CodeRecorder(session, cpu, cpu.nanos());
        } catch (RuntimeException e) {
            session.close(); // its files are removed
            throw e;
        }
    }

    /// Ends the profile.
    ///
    /// @param service its name
    /// @param mask for the names of frames
    InspectedCode end(String service, SecretMask mask) {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        double cpuPerSecond = (cpu.nanos() - startCpuNanos) / seconds;
        session.sample();
        var profiles = new ArrayList<CodeProfile>();
        var limits = new LinkedHashMap<String, String>();
        for (var observation : session.read()) {
            if (observation instanceof Profile profile) {
                double perSecond =
                        switch (profile.cost()) {
                            case CPU -> cpuPerSecond;
                            case ALLOCATION -> profile.weight() / seconds;
                        };
                CodeProfile.ofSecond(mask.of(service), masked(profile, mask), perSecond)
                        .ifPresent(profiles::add);
            } else if (observation instanceof Unavailable missing) {
                limits.merge(missing.subject(), mask.of(missing.reason()), (a, b) -> a + "; " + b);
            }
        }
        return new InspectedCode(new CodeCosts(profiles, List.of()), limits);
    }

    private static Profile masked(Profile profile, SecretMask mask) {
        return profile.with(
                profile.stacks().stream()
                        .map(stack ->
                                new ProfiledStack(
                                        stack.frames().stream().map(mask::of).toList(),
                                        stack.weight()))
                        .toList());
    }

    @Override
    public void close() {
        session.close();
    }
}
