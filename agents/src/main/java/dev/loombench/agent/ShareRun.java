package dev.loombench.agent;

import dev.loombench.agent.wire.Frame.FailureCause;
import dev.loombench.agent.wire.Frame.FromAgent;
import dev.loombench.agent.wire.Frame.LoadFailed;
import dev.loombench.agent.wire.Frame.OpenWindow;
import dev.loombench.agent.wire.Frame.Progress;
import dev.loombench.agent.wire.Frame.Second;
import dev.loombench.agent.wire.Frame.WindowClosed;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.limit.HostLimits;
import dev.loombench.launch.limit.UnmetRequirement;
import dev.loombench.launch.process.TemporaryFolder;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadRun;
import dev.loombench.load.probe.ConnectTime;
import dev.loombench.load.probe.Probe;
import dev.loombench.load.record.CompressedInterval;
import dev.loombench.observe.proc.machine.TcpSegments;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.result.store.ResultJson;
import dev.loombench.run.backend.ProbeFailed;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An agent's share of one load, from its plan to its end. All methods but `progress` and `stop`
/// are for one thread.
final class ShareRun {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

    private final int load;
    private final LoadPlan plan;
    private final TemporaryFolder folder;
    private final Consumer<FromAgent> out;
    private final AtomicInteger seconds = new AtomicInteger();
    private Optional<TcpSegments> segments = Optional.empty();
    private volatile boolean stopped;
    private volatile boolean windowOpen;
    private volatile boolean pauseRequested;
    private volatile @Nullable LoadRun run;

    private ShareRun(int load, LoadPlan plan, TemporaryFolder folder, Consumer<FromAgent> out) {
        this.load = load;
        this.plan = plan;
        this.folder = folder;
        this.out = out;
    }

    /// The share of a plan that was sent.
    ///
    /// @param load its number in the session
    /// @param texts of the plan
    /// @param folder exists and is empty; removed when the plan's files have been read, and where
    ///   the texts are no plan
    /// @throws WrongInput when they are not
    static ShareRun of(
            int load, Map<String, String> texts, TemporaryFolder folder, Consumer<FromAgent> out)
            throws IOException {
        try {
            return new ShareRun(load, PlanText.read(texts, folder.path()), folder, out);
        } catch (IOException | RuntimeException e) {
            folder.remove();
            throw e;
        }
    }

    int load() {
        return load;
    }

    /// As in `34 of 100 connections to 10.0.0.9:8080`.
    String description() {
        return "%,d of %,d connections to %s:%d"
                .formatted(
                        plan.connections(),
                        plan.model().connections(),
                        plan.target().getAddress().getHostAddress(),
                        plan.target().getPort());
    }

    /// Checks that this machine can drive the share.
    ///
    /// @throws WrongInput when its limits do not allow it
    void checkLimits() {
        var unmet = Preflight.checkLoad(HostLimits.ofThisMachine(), plan.openConnections(), 1);
        if (!unmet.isEmpty()) {
            throw new WrongInput(
                    unmet.stream()
                            .map(UnmetRequirement::message)
                            .collect(Collectors.joining("; ")));
        }
    }

    /// Measures what the start would have to measure first, while there is no instant for it.
    void prepare() {
        LoadEngine.prepare(plan);
    }

    /// Sends one request.
    ///
    /// @param anyStatus whether its response may have any status
    /// @throws ProbeFailed when the load would fail
    void probe(boolean anyStatus) throws IOException, InterruptedException {
        if (plan.traffic().hasCounter()) {
            return; // the probe would use up a value of a counter
        }
        var failure =
                Probe.<InterruptedException>send(
                                plan,
                                () -> {
                                    if (stopped) {
                                        throw new InterruptedException();
                                    }
                                })
                        .failure()
                        .filter(refusal -> !(refusal.byStatus() && anyStatus));
        if (failure.isPresent()) {
            var values = plan.traffic().values().values();
            var secrets = SecretMask.ofRequests(values, plan.environment());
            throw new ProbeFailed(secrets.of(failure.get().reason()));
        }
    }

    /// The round trip to the target, ns: the shortest connect of a few; empty when none succeeded.
    OptionalLong targetRoundTrip() {
        return ConnectTime.shortest(plan.target());
    }

    /// Starts the load at an instant of the monotonic clock, or at once when it has passed.
    void begin(long at) throws IOException {
        parkUntil(at);
        if (stopped) {
            return;
        }
        run = LoadEngine.start(plan);
        deleteFolder();
        if (stopped) { // while it started
            stop();
        }
    }

    /// Opens a window, and returns then.
    void open(OpenWindow order) {
        if (stopped) {
            return;
        }
        seconds.set(0);
        segments = TcpSegments.read();
        running()
                .openWindowAt(
                        order.atNanos(),
                        order.requests(),
                        order.beginsProfile(),
                        interval -> {
                            seconds.incrementAndGet();
                            out.accept(
                                    new Second(
                                            load, order.window(), CompressedInterval.of(interval)));
                        });
        windowOpen = true;
    }

    /// Ends the window at an instant, waits for its requests, and sends its result.
    void close(int window, long at) throws InterruptedException {
        windowOpen = false;
        var result = running().<RuntimeException>closeWindowAt(at, () -> {}).with(List.of());
        var sent = segments.flatMap(before -> TcpSegments.read().map(now -> now.since(before)));
        out.accept(
                new WindowClosed(
                        load,
                        window,
                        seconds.get(),
                        sent.map(s -> OptionalLong.of(s.sent())).orElse(OptionalLong.empty()),
                        sent.map(s -> OptionalLong.of(s.retransmitted()))
                                .orElse(OptionalLong.empty()),
                        ResultJson.MAPPER.writeValueAsString(result)));
    }

    void pause(boolean paused) {
        pauseRequested = paused;
        if (paused) {
            running().pause();
        } else {
            running().resume();
        }
    }

    /// The progress, or the failure of the generator; empty before the load begins.
    Optional<FromAgent> progress() {
        var current = run;
        if (current == null || stopped) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new Progress(
                            load,
                            current.progress(),
                            pauseRequested && current.rests(),
                            windowOpen && current.goalReached()));
        } catch (IllegalStateException e) {
            return windowOpen && !stopped
                    ? Optional.of(
                            new LoadFailed(
                                    load, FailureCause.GENERATOR, String.valueOf(e.getMessage())))
                    : Optional.empty(); // the window or the load has just been closed
        }
    }

    /// Stops the load and closes its connections; from any thread, more than once.
    void stop() {
        stopped = true;
        var current = run;
        if (current != null) {
            current.closeWithin(STOP_LIMIT);
        }
        deleteFolder();
    }

    private synchronized void deleteFolder() {
        try {
            folder.remove();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LoadRun running() {
        var current = run;
        if (current == null) {
            throw new IllegalStateException("the load has not begun");
        }
        return current;
    }

    private void parkUntil(long at) {
        long left = at - System.nanoTime();
        while (left > 0 && !stopped) {
            LockSupport.parkNanos(Math.min(left, 100_000_000));
            left = at - System.nanoTime();
        }
    }
}
