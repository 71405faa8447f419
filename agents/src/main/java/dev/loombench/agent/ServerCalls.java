package dev.loombench.agent;

import dev.loombench.agent.ServerRole.ServerWork;
import dev.loombench.agent.wire.Frame;
import dev.loombench.agent.wire.Frame.FromAgent;
import dev.loombench.agent.wire.Frame.ServerCall;
import dev.loombench.agent.wire.ServerAction;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/// The agent's end of the calls of a server role: executes those for one server in order, and those
/// for several at the same time; reports how the states of servers change.
final class ServerCalls implements AutoCloseable {
    private final ServerWork work;
    private final Consumer<FromAgent> out;
    private final Map<Integer, ExecutorService> threads = new HashMap<>();
    private final Map<Integer, Frame.ServerState> reported = new HashMap<>();
    private boolean closed;

    ServerCalls(ServerWork work, Consumer<FromAgent> out) {
        this.work = work;
        this.out = out;
    }

    void execute(ServerCall call, String text) {
        try {
            thread(call.server()).execute(() -> reply(call, text));
            if (call.action() == ServerAction.END_START) {
                endThread(call.server());
            }
        } catch (RejectedExecutionException _) {
            // The controller has left.
        }
    }

    /// Ends the thread of a server after its last call.
    private synchronized void endThread(int server) {
        var thread = threads.remove(server);
        if (thread != null) {
            thread.shutdown();
        }
    }

    private synchronized ExecutorService thread(int server) {
        if (closed) {
            throw new RejectedExecutionException("closed");
        }
        return threads.computeIfAbsent(
                server,
                number ->
                        Executors.newSingleThreadExecutor(
                                Thread.ofPlatform()
                                        .name("loombench-agent-server-" + number)
                                        .daemon()
                                        .factory()));
    }

    private void reply(ServerCall call, String text) {
        try {
            var reply = work.execute(call, text);
            report(); // a server's first state precedes the reply to its launch
            send(call, false, reply);
        } catch (CallFailed e) {
            send(call, true, e.text());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) { // the controller waits for a reply
            send(call, true, new CallFailed(CallFailed.Cause.DEFECT, e.toString()).text());
        }
    }

    private void send(ServerCall call, boolean failed, String text) {
        out.accept(new Frame.ServerReply(call.call(), failed, text));
    }

    /// Sends the states that have changed.
    synchronized void report() {
        for (var state : work.states()) {
            if (!state.equals(reported.put(state.server(), state))) {
                out.accept(state);
            }
        }
    }

    /// Ends all servers.
    ///
    /// @return whether there were any
    boolean end() {
        synchronized (this) {
            closed = true;
            threads.values().forEach(ExecutorService::shutdownNow);
        }
        return work.end();
    }

    @Override
    public void close() {
        end();
    }
}
