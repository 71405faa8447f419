package dev.loombench.cli.load;

import dev.loombench.analysis.load.ServerFigures;
import dev.loombench.base.FolderTree;
import dev.loombench.launch.process.EndpointProcess;
import dev.loombench.load.result.LoadResult;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.ScheduledSession;
import dev.loombench.observe.jvm.JvmObserver;
import dev.loombench.observe.proc.Platform;
import dev.loombench.observe.proc.ProcObserver;
import dev.loombench.observe.proc.machine.OshiObserver;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.run.server.ThreadListRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The observation of the server's process during a load: CPU, memory and threads by the kernel's
/// account, and of a JVM its heap, collections and a list of its threads over attach.
final class ServerObservation implements AutoCloseable {
    private final ObservedPid pid;
    private final Path folder;
    private final List<ScheduledSession> sessions = new ArrayList<>();
    private Optional<Unavailable> notListed = Optional.empty();

    private ServerObservation(ObservedPid pid) throws IOException {
        this.pid = pid;
        folder = Files.createTempDirectory("loombench-load-");
        var process = pid.process();
        var target = ObservedProcess.ofRunning(process.pid(), process::processes, folder);
        for (var observer : observers()) {
            sessions.add(new ScheduledSession(observer, target));
        }
    }

    private static List<Observer> observers() {
        return List.of(
                Platform.isLinux() ? new ProcObserver() : new OshiObserver(),
                new JvmObserver(Set.of()));
    }

    /// Starts the observation under load, before the window: attaching costs the server CPU.
    static ServerObservation start(ObservedPid pid) throws IOException {
        return new ServerObservation(pid);
    }

    /// Samples an end of the measured window.
    void sample() {
        sessions.forEach(ScheduledSession::sample);
    }

    /// Lists the threads, while the load continues.
    void listThreads() {
        sessions.forEach(ScheduledSession::stopPeriodicSampling);
        if (!pid.listThreads()) {
            notListed =
                    ThreadListRule.refusal(pid.process(), observations())
                            .map(refusal ->
                                    new Unavailable(
                                            refusal.observer(),
                                            refusal.subject(),
                                            refusal.reason()
                                                    + "; --list-threads lists them anyway"));
        }
        sessions.forEach(session -> session.afterWindow(notListed.isEmpty()));
    }

    /// Records that there was no load in which the threads could be listed.
    void withoutThreads(String reason) {
        notListed = Optional.of(new Unavailable("attach", ThreadDump.SUBJECT, reason));
    }

    private List<Observation> observations() {
        var all = new ArrayList<Observation>();
        sessions.forEach(session -> all.addAll(session.read()));
        notListed.ifPresent(all::add);
        return all;
    }

    /// @param connections of the load at its peak
    ServerFigures figures(LoadResult result, int connections) {
        var known = process();
        var process =
                new ServerFigures.ServerProcess(
                        known.pid(), known.summary(), known.mismatch(), !known.isAlive());
        return ServerFigures.of(process, observations(), result, connections);
    }

    private EndpointProcess.Known process() {
        return pid.process();
    }

    @Override
    public void close() throws IOException {
        sessions.forEach(ScheduledSession::close);
        FolderTree.remove(folder);
    }
}
