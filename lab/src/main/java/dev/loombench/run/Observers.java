package dev.loombench.run;

import dev.loombench.observe.GcLogObserver;
import dev.loombench.observe.HandlerStatsObserver;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.ScheduledSession;
import dev.loombench.observe.jmx.JmxObserver;
import dev.loombench.observe.proc.CompilerObserver;
import dev.loombench.observe.proc.MachineObserver;
import dev.loombench.observe.proc.MemoryAndTcpObserver;
import dev.loombench.observe.proc.OshiObserver;
import dev.loombench.observe.proc.Platform;
import dev.loombench.observe.proc.ProcObserver;
import dev.loombench.result.Observation;
import dev.loombench.spec.OptionalObservation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// All who look at a trial, as one.
///
/// Cost to the lab at the standard beats: 4 ms of CPU a second (JMX 2, `/proc` 2), and in the first
/// minutes up to twice as much again for compiling that code; measured on 2 shared cores of a
/// virtual machine. For the cost to the server see {@link JmxObserver}; all other sources cost it
/// next to nothing.
public final class Observers {
    private final List<Observer> observers;

    Observers(List<Observer> observers) {
        this.observers = List.copyOf(observers);
    }

    /// Everything this platform can tell. The kernel's account comes first, so that a sample at the
    /// edge of a window begins with the CPU clock and is not held up by the server's own answers.
    public static Observers standard() {
        return standard(Set.of());
    }

    /// The same and more.
    ///
    /// @param asked what costs the server something, and is watched when asked for
    public static Observers standard(Set<OptionalObservation> asked) {
        return new Observers(
                Platform.isLinux()
                        ? List.of(
                                new ProcObserver(),
                                new MachineObserver(),
                                new MemoryAndTcpObserver(),
                                new CompilerObserver(),
                                new GcLogObserver(),
                                new JmxObserver(asked),
                                new HandlerStatsObserver())
                        : List.of(
                                new OshiObserver(),
                                new GcLogObserver(),
                                new JmxObserver(asked),
                                new HandlerStatsObserver()));
    }

    /// What looks at a program from its start to its end, and needs nothing of it: to attach to a
    /// JVM, or to have it keep a log, costs what would be a large part of a short life.
    public static Observers forBatch() {
        return new Observers(
                Platform.isLinux()
                        ? List.of(new ProcObserver(), new MachineObserver())
                        : List.of(new OshiObserver()));
    }

    /// What the server's command line must hold; goes before the user's own flags.
    ///
    /// @param trialDirectory exists, belongs to this trial alone
    public List<String> jvmFlags(Path trialDirectory) {
        return observers.stream().flatMap(o -> o.jvmFlags(trialDirectory).stream()).toList();
    }

    /// Starts to look, each source on its own beat and thread. Attaching disturbs the server for a
    /// moment: open the watch before the measured window.
    public ObservationSession start(ObservedProcess target) {
        var watches = new ArrayList<ScheduledSession>();
        for (var observer : observers) {
            watches.add(new ScheduledSession(observer, target));
        }
        return new CombinedSession(watches);
    }

    private record CombinedSession(List<ScheduledSession> watches) implements ObservationSession {
        CombinedSession {
            watches = List.copyOf(watches);
        }

        @Override
        public void sample() {
            watches.forEach(ObservationSession::sample);
        }

        /// The window is over: a look at what this does to the server would tell nothing of it.
        @Override
        public void afterWindow(boolean listThreads) {
            watches.forEach(ScheduledSession::stopPeriodicSampling);
            watches.forEach(watch -> watch.afterWindow(listThreads));
        }

        @Override
        public List<Observation> read() {
            return watches.stream().flatMap(watch -> watch.read().stream()).toList();
        }

        @Override
        public void close() {
            watches.forEach(ObservationSession::close);
        }
    }
}
