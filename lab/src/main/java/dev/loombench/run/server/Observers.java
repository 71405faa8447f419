package dev.loombench.run.server;

import dev.loombench.observe.GcLogObserver;
import dev.loombench.observe.HandlerStatsObserver;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.ScheduledSession;
import dev.loombench.observe.UnavailableSession;
import dev.loombench.observe.jvm.JvmObserver;
import dev.loombench.observe.library.LibrariesObserver;
import dev.loombench.observe.perf.CounterObserver;
import dev.loombench.observe.perf.PerfSupport;
import dev.loombench.observe.proc.Platform;
import dev.loombench.observe.proc.ProcObserver;
import dev.loombench.observe.proc.machine.MachineObserver;
import dev.loombench.observe.proc.machine.MemoryAndTcpObserver;
import dev.loombench.observe.proc.machine.OshiObserver;
import dev.loombench.observe.proc.machine.ProcessorObserver;
import dev.loombench.observe.proc.thread.CompilerObserver;
import dev.loombench.observe.profile.ProfileObserver;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.result.OptionalObservation;
import dev.loombench.result.RunManifest;
import dev.loombench.traffic.LoadModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// All observers of a trial, as one.
///
/// Cost to the lab at the standard intervals: 4 ms of CPU per second (attach 2, `/proc` 2), and in
/// the first minutes up to twice as much in addition for compiling that code; measured on 2 shared
/// cores of a virtual machine. For the cost to the server see {@link JvmObserver}; the cost of all
/// other sources to the server is negligible.
public final class Observers {
    private final List<Observer> observers;

    public Observers(List<Observer> observers) {
        this.observers = List.copyOf(observers);
    }

    /// The observers of a run's servers. In an interleaved block all servers have connections.
    public static Observers of(RunManifest manifest) {
        var experiment = manifest.experiment();
        long connections = experiment.load() instanceof LoadModel load ? load.connections() : 0;
        return standard(
                experiment.observe(),
                switch (manifest.mode().mode()) {
                    case INTERLEAVED -> connections * experiment.variants().size();
                    case SEQUENTIAL -> connections;
                });
    }

    /// All observers of this platform, with optional observations. The kernel's account comes
    /// first, so that a sample at the edge of a window begins with the CPU clock and is not delayed
    /// by the server's responses.
    ///
    /// @param optional requested observations that have a cost for the server
    /// @param connections that the load generator may open
    public static Observers standard(Set<OptionalObservation> optional, long connections) {
        var observers = new ArrayList<Observer>();
        if (Platform.isLinux()) {
            observers.add(new ProcObserver());
        } else {
            observers.add(new OshiObserver());
        }
        if (optional.contains(OptionalObservation.COUNTERS)) {
            observers.add(new CounterObserver(PerfSupport.ofThisMachine(), connections));
        }
        if (Platform.isLinux()) {
            observers.add(new MachineObserver());
            observers.add(new ProcessorObserver());
            observers.add(new MemoryAndTcpObserver());
            observers.add(new CompilerObserver());
            observers.add(new LibrariesObserver());
        }
        observers.add(new GcLogObserver());
        observers.add(new JvmObserver(optional));
        observers.add(new HandlerStatsObserver());
        if (optional.contains(OptionalObservation.PROFILE)) {
            observers.add(new ProfileObserver());
        }
        return new Observers(observers);
    }

    /// The observers of a batch program, which need nothing from it: to attach to a JVM, or to have
    /// it write a log, would be a large part of the cost of a short run.
    public static Observers forBatch() {
        return new Observers(
                Platform.isLinux()
                        ? List.of(
                                new ProcObserver(), new MachineObserver(), new ProcessorObserver())
                        : List.of(new OshiObserver()));
    }

    /// The JVM flags that the observers need, which precede the user's own.
    ///
    /// @param trialDirectory exists, and is used only by this trial
    public List<String> jvmFlags(Path trialDirectory) {
        return observers.stream().flatMap(o -> o.jvmFlags(trialDirectory).stream()).toList();
    }

    /// Starts sampling, each source at its own interval on its own thread. Attaching disturbs the
    /// server for a moment: to be called before the measured window.
    public ObservationSession start(ObservedProcess target) {
        var sessions = new ArrayList<ScheduledSession>();
        for (var observer : observers) {
            sessions.add(new ScheduledSession(observer, target));
        }
        return new CombinedSession(sessions);
    }

    /// Starts sampling the machine where the server's process is not known.
    ///
    /// @param reason why it is not
    ObservationSession startWithoutProcess(String reason, Path trialDirectory) {
        var none = new ObservedProcess(ProcessHandle.current().pid(), trialDirectory);
        var sessions = new ArrayList<ScheduledSession>();
        sessions.add(new ScheduledSession(new UnknownProcess(reason), none));
        for (var observer : observers) {
            if (!observer.needsProcess()) {
                sessions.add(new ScheduledSession(observer, none));
            }
        }
        return new CombinedSession(sessions);
    }

    /// Reports what cannot be observed without a process.
    private record UnknownProcess(String reason) implements Observer {
        @Override
        public String name() {
            return "proc";
        }

        @Override
        public ObservationSession start(ObservedProcess target) {
            return new UnavailableSession(
                    new Unavailable(name(), "CPU, memory and threads", reason));
        }
    }

    private record CombinedSession(List<ScheduledSession> sessions) implements ObservationSession {
        CombinedSession {
            sessions = List.copyOf(sessions);
        }

        @Override
        public void sample() {
            sessions.forEach(ObservationSession::sample);
        }

        @Override
        public void sampleSliceEnd() {
            sessions.forEach(ObservationSession::sampleSliceEnd);
        }

        @Override
        public void rehearse() {
            sessions.forEach(ObservationSession::rehearse);
        }

        /// Stops periodic sampling first, since samples during this would not belong to the window.
        @Override
        public void afterWindow(boolean listThreads) {
            sessions.forEach(ScheduledSession::stopPeriodicSampling);
            sessions.forEach(session -> session.afterWindow(listThreads));
        }

        @Override
        public List<Observation> read() {
            return sessions.stream().flatMap(session -> session.read().stream()).toList();
        }

        @Override
        public void close() {
            sessions.forEach(ObservationSession::close);
        }
    }
}
