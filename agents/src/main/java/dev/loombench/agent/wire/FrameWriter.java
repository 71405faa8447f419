package dev.loombench.agent.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalLong;

/// Writes a frame: `LB`, protocol version (2 bytes), kind (1), and the fields in their order. Texts
/// are UTF-8 with their length in bytes (4) before.
public final class FrameWriter {
    static final int MAGIC = 'L' << 8 | 'B';

    /// Raised when a frame changes.
    static final int PROTOCOL = 6;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    private final DataOutputStream out = new DataOutputStream(bytes);

    private FrameWriter() {}

    public static byte[] bytes(Frame frame) {
        try {
            var writer = new FrameWriter();
            writer.out.writeShort(MAGIC);
            writer.out.writeShort(PROTOCOL);
            writer.out.writeByte(FrameKind.of(frame).number());
            writer.fields(frame);
            return writer.bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void fields(Frame frame) throws IOException {
        switch (frame) {
            case Frame.FromController toAgent -> controllerFields(toAgent);
            case Frame.FromAgent toController -> agentFields(toController);
        }
    }

    private void controllerFields(Frame.FromController frame) throws IOException {
        switch (frame) {
            case Frame.Hello(var version) -> text(version);
            case Frame.Text(var name, var text) -> {
                text(name);
                text(text);
            }
            case Frame.Prepare(var load, var probe, var anyStatus) -> {
                out.writeInt(load);
                out.writeBoolean(probe);
                out.writeBoolean(anyStatus);
            }
            case Frame.Check(var load) -> out.writeInt(load);
            case Frame.Begin(var load, var at) -> {
                out.writeInt(load);
                out.writeLong(at);
            }
            case Frame.OpenWindow(var load, var window, var at, var requests, var begins) -> {
                out.writeInt(load);
                out.writeInt(window);
                out.writeLong(at);
                out.writeLong(requests.orElse(0));
                out.writeBoolean(begins);
            }
            case Frame.CloseWindow(var load, var window, var at) -> {
                out.writeInt(load);
                out.writeInt(window);
                out.writeLong(at);
            }
            case Frame.Pause(var load, var paused) -> {
                out.writeInt(load);
                out.writeBoolean(paused);
            }
            case Frame.End(var load) -> out.writeInt(load);
            case Frame.Ping(var number) -> out.writeLong(number);
            case Frame.ServerCall(var call, var action, var server, var argument) -> {
                out.writeInt(call);
                out.writeByte(action.number());
                out.writeInt(server);
                out.writeLong(argument);
            }
        }
    }

    private void agentFields(Frame.FromAgent frame) throws IOException {
        switch (frame) {
            case Frame.Welcome(var version) -> text(version);
            case Frame.Refused(var reason) -> text(reason);
            case Frame.Prepared(var load, var roundTrip) -> {
                out.writeInt(load);
                optional(roundTrip);
            }
            case Frame.LoadFailed(var load, var cause, var reason) -> {
                out.writeInt(load);
                out.writeByte(number(cause));
                text(reason);
            }
            case Frame.Progress progress -> progress(progress);
            case Frame.Second(var load, var window, var interval) -> {
                out.writeInt(load);
                out.writeInt(window);
                out.writeLong(interval.window().startNanos());
                out.writeLong(interval.window().endNanos());
                bytes(interval.responseTime());
                bytes(interval.serviceTime());
            }
            case Frame.WindowClosed(
                            var load,
                            var window,
                            var seconds,
                            var sent,
                            var retransmitted,
                            var result) -> {
                out.writeInt(load);
                out.writeInt(window);
                out.writeInt(seconds);
                optional(sent);
                optional(retransmitted);
                text(result);
            }
            case Frame.Ended(var load) -> out.writeInt(load);
            case Frame.Pong(var number, var nanos, var progress) -> {
                out.writeLong(number);
                out.writeLong(nanos);
                out.writeBoolean(progress.isPresent());
                if (progress.isPresent()) {
                    progress(progress.get());
                }
            }
            case Frame.ServerReply(var call, var failed, var text) -> {
                out.writeInt(call);
                out.writeBoolean(failed);
                text(text);
            }
            case Frame.ServerState(var server, var alive, var stopped) -> {
                out.writeInt(server);
                out.writeBoolean(alive);
                out.writeBoolean(stopped);
            }
        }
    }

    private void progress(Frame.Progress frame) throws IOException {
        var progress = frame.progress();
        out.writeInt(frame.load());
        out.writeLong(progress.nanos());
        out.writeLong(progress.succeeded());
        out.writeLong(progress.responseNanos());
        out.writeLong(progress.errors());
        out.writeLong(progress.inFlight());
        out.writeLong(progress.connectionsOpen());
        out.writeLong(progress.overdueNanos());
        out.writeBoolean(frame.rests());
        out.writeBoolean(frame.goalReached());
    }

    /// The number of a cause, which `FrameReader` reads.
    static int number(Frame.FailureCause cause) {
        return switch (cause) {
            case USAGE -> 1;
            case PROBE -> 2;
            case GENERATOR -> 3;
        };
    }

    /// At least 0, or -1 where it is empty.
    private void optional(OptionalLong value) throws IOException {
        out.writeLong(value.orElse(-1));
    }

    private void text(String text) throws IOException {
        bytes(text.getBytes(UTF_8));
    }

    private void bytes(byte[] content) throws IOException {
        out.writeInt(content.length);
        out.write(content);
    }
}
