package dev.loombench.agent;

import dev.loombench.agent.wire.Frame;
import dev.loombench.agent.wire.Frame.FailureCause;
import dev.loombench.agent.wire.Frame.FromAgent;
import dev.loombench.agent.wire.MalformedFrame;
import dev.loombench.launch.process.TemporaryFolder;
import dev.loombench.load.ReflectionFailed;
import dev.loombench.run.backend.ProbeFailed;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An agent's work for one controller: executes its frames one after the other. `received`, `tick`
/// and `close` may be called by any thread.
final class AgentSession implements AutoCloseable {
    /// The name of the text of a call.
    static final String CALL = "call";

    private static final long REPORT_NANOS = 1_500_000_000;

    /// How long the end of a session waits for the step in progress.
    private static final long STEP_SECONDS = 5;

    private final AgentRoles roles;
    private final Optional<ServerCalls> servers;
    private final OrderedFrames out;
    private final Consumer<String> log;
    private final ReceivedTexts texts = new ReceivedTexts();
    private final ExecutorService commands =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("loombench-agent").daemon().factory());
    private volatile @Nullable ShareRun share;
    private volatile boolean closed;
    private Frame.@Nullable Progress reported;
    private long reportedNanos;

    /// @param roles what it does for the controller
    /// @param out sends to the controller
    /// @param log messages for the user
    AgentSession(AgentRoles roles, Consumer<FromAgent> out, Consumer<String> log) {
        this.roles = roles;
        this.out = new OrderedFrames(out);
        servers = roles.server().map(role -> new ServerCalls(role.begin(log), this.out));
        this.log = log;
    }

    /// A step of a load, which may fail.
    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    void received(Frame.FromController frame) throws MalformedFrame {
        long now = System.nanoTime();
        switch (frame) {
            case Frame.Ping(var number) -> out.together(() -> pong(number, now));
            case Frame.Hello _ -> throw new MalformedFrame("a second session");
            case Frame.Text text -> {
                synchronized (texts) {
                    texts.add(text);
                }
            }
            case Frame.Prepare prepare -> execute(prepare.load(), () -> prepare(prepare));
            case Frame.Check(var load) -> execute(load, () -> check(load));
            case Frame.Begin(var load, var at) ->
                    execute(
                            load,
                            () -> {
                                share(load).begin(at);
                                log.accept("load started");
                            });
            case Frame.OpenWindow open -> execute(open.load(), () -> share(open.load()).open(open));
            case Frame.CloseWindow(var load, var window, var at) ->
                    execute(load, () -> share(load).close(window, at));
            case Frame.Pause(var load, var paused) ->
                    execute(load, () -> share(load).pause(paused));
            case Frame.ServerCall call -> call(call);
            case Frame.End(var load) -> {
                var current = share;
                Thread.ofPlatform()
                        .name("loombench-agent-stop")
                        .daemon()
                        .start(() -> end(load, current));
            }
        }
    }

    private void pong(long number, long nanos) {
        switch (latest().orElse(null)) {
            case Frame.Progress progress -> {
                reported(progress);
                out.accept(new Frame.Pong(number, nanos, Optional.of(progress)));
            }
            case null -> out.accept(new Frame.Pong(number, nanos, Optional.empty()));
            case FromAgent failure -> {
                out.accept(new Frame.Pong(number, nanos, Optional.empty()));
                out.accept(failure);
            }
        }
    }

    private void call(Frame.ServerCall call) {
        String text;
        synchronized (texts) {
            text = texts.take().getOrDefault(CALL, "");
        }
        servers.ifPresentOrElse(
                calls -> calls.execute(call, text),
                () -> out.accept(new Frame.ServerReply(call.call(), true, noServers())));
    }

    private static String noServers() {
        return new CallFailed(
                        CallFailed.Cause.USAGE,
                        "it starts no servers: start it with --roles server or --roles load,server")
                .text();
    }

    /// Sends the progress of a load where its controller may wait for it: when the load has come to
    /// rest or reached its goal, or no longer does, and where no ping has requested it for 1.5 s.
    /// Sends the states of servers.
    void tick() {
        out.together(() -> latest().filter(this::isNews).ifPresent(this::report));
        servers.ifPresent(ServerCalls::report);
    }

    /// The progress of the load, or its failure; empty without one.
    private Optional<FromAgent> latest() {
        var current = share;
        return current == null ? Optional.empty() : current.progress();
    }

    private synchronized boolean isNews(FromAgent latest) {
        return !(latest instanceof Frame.Progress now)
                || reported == null
                || now.load() != reported.load()
                || now.rests() != reported.rests()
                || now.goalReached() != reported.goalReached()
                || System.nanoTime() - reportedNanos >= REPORT_NANOS;
    }

    private void report(FromAgent latest) {
        if (latest instanceof Frame.Progress now) {
            reported(now);
        }
        out.accept(latest);
    }

    private synchronized void reported(Frame.Progress now) {
        reported = now;
        reportedNanos = System.nanoTime();
    }

    private void execute(int load, Step step) {
        try {
            commands.execute(() -> run(load, step));
        } catch (RejectedExecutionException e) {
            if (!closed) {
                throw e;
            }
        }
    }

    private void run(int load, Step step) {
        try {
            step.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ProbeFailed e) {
            fail(load, FailureCause.PROBE, e.getMessage());
        } catch (ReflectionFailed e) {
            fail(load, FailureCause.USAGE, String.valueOf(e.getMessage()));
        } catch (WrongInput e) {
            fail(load, FailureCause.USAGE, e.getMessage());
        } catch (IOException | RuntimeException e) {
            if (!closed) {
                fail(load, FailureCause.GENERATOR, e.toString());
            }
        }
    }

    private void fail(int load, FailureCause cause, String reason) {
        log.accept("load failed: " + reason);
        stopShare();
        out.accept(new Frame.LoadFailed(load, cause, reason));
    }

    private void prepare(Frame.Prepare prepare) throws IOException, InterruptedException {
        var next = received(prepare.load());
        next.prepare();
        if (prepare.probe()) {
            next.probe(prepare.anyStatus());
        }
        log.accept("load prepared: " + next.description());
        out.accept(new Frame.Prepared(prepare.load(), next.targetRoundTrip()));
    }

    private void check(int load) throws IOException {
        var _ = received(load);
        stopShare();
        out.accept(new Frame.Prepared(load, OptionalLong.empty()));
    }

    /// The share whose plan was sent, within the limits of this machine.
    private ShareRun received(int load) throws IOException {
        stopShare();
        if (!roles.load()) {
            throw new WrongInput(
                    "it drives no load: start it with --roles load or --roles load,server");
        }
        Map<String, String> received;
        synchronized (texts) {
            received = texts.take();
        }
        var next = ShareRun.of(load, received, TemporaryFolder.create("loombench-agent-"), out);
        share = next;
        next.checkLimits();
        return next;
    }

    private ShareRun share(int load) {
        var current = share;
        if (current == null || current.load() != load) {
            throw new IllegalStateException("load %d is not prepared".formatted(load));
        }
        return current;
    }

    private void end(int load, @Nullable ShareRun ending) {
        if (ending != null && ending.load() == load) {
            ending.stop();
            execute(
                    load,
                    () -> {
                        if (share == ending) {
                            share = null;
                        }
                        log.accept("load ended");
                        out.accept(new Frame.Ended(load));
                    });
        } else {
            out.accept(new Frame.Ended(load));
        }
    }

    private void stopShare() {
        var current = share;
        share = null;
        if (current != null) {
            current.stop();
        }
    }

    /// Stops the load and all servers.
    ///
    /// @return what was stopped, as in `load stopped`; empty for nothing
    String stop() {
        closed = true;
        boolean running = share != null;
        stopShare();
        commands.shutdownNow();
        boolean hadServers = servers.map(ServerCalls::end).orElse(false);
        awaitStep();
        stopShare(); // one that this step prepared
        return Stream.of(running ? "load stopped" : "", hadServers ? "servers ended" : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /// Waits for the step in progress, whose messages would follow those of the end.
    private void awaitStep() {
        try {
            if (!commands.awaitTermination(STEP_SECONDS, TimeUnit.SECONDS)) {
                log.accept("a step of the load did not end within %d s".formatted(STEP_SECONDS));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        var _ = stop();
    }
}
