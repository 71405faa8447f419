package dev.loombench.cli.mcp;

import dev.loombench.cli.mcp.RpcMessage.Notification;
import dev.loombench.cli.mcp.RpcMessage.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A call of a tool while its command runs: tells the progress, and can be cancelled.
final class ToolCall {
    private static final Duration POLL = Duration.ofMillis(500);

    /// Longest silence: clients that get no news for some time give up.
    private static final long SILENCE_NANOS = Duration.ofSeconds(10).toNanos();

    private final List<String> words;
    private final Optional<JsonNode> progressToken;
    private final Consumer<RpcMessage> send;
    private @Nullable CommandProcess process;
    private boolean cancelled;

    /// @param words of the command
    /// @param progressToken of a client that wants news of the progress
    ToolCall(List<String> words, Optional<JsonNode> progressToken, Consumer<RpcMessage> send) {
        this.words = List.copyOf(words);
        this.progressToken = progressToken;
        this.send = send;
    }

    /// The name of the command.
    String command() {
        return words.getFirst();
    }

    /// Runs the command.
    ///
    /// @param meanings exit code -> what it says
    /// @return empty for a call that was cancelled, which gets no response
    Optional<ToolResult> run(Map<String, String> meanings)
            throws IOException, InterruptedException {
        var started = start();
        if (started.isEmpty()) {
            return Optional.empty();
        }
        follow(started.get());
        var ended = started.get().ended();
        return isCancelled()
                ? Optional.empty()
                : Optional.of(ToolResult.of(ended, Tools.asksForJson(words), meanings));
    }

    private synchronized Optional<CommandProcess> start() throws IOException {
        if (cancelled) {
            return Optional.empty();
        }
        process = CommandProcess.start(words);
        return Optional.of(process);
    }

    private void follow(CommandProcess command) throws InterruptedException {
        long start = System.nanoTime();
        long told = start - SILENCE_NANOS;
        var last = "";
        while (!command.endsWithin(POLL)) {
            if (isCancelled()) {
                command.end();
                return;
            }
            var line = command.lastLine();
            long now = System.nanoTime();
            if (!line.equals(last) || now - told >= SILENCE_NANOS) {
                tell((now - start) / 1e9, line);
                told = now;
                last = line;
            }
        }
    }

    /// @param seconds since the start, which increase; how much is left is in the line
    private void tell(double seconds, String line) {
        if (progressToken.isPresent() && !isCancelled()) {
            send.accept(
                    new Notification(
                            new Progress(
                                    progressToken.get(),
                                    seconds,
                                    line.isEmpty() ? "running" : line)));
        }
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    /// Interrupts the command.
    synchronized Optional<CommandProcess> cancel() {
        cancelled = true;
        if (process != null) {
            process.interrupt();
        }
        return Optional.ofNullable(process);
    }
}
