package dev.loombench.agent.wire;

import dev.loombench.base.Window;
import dev.loombench.load.record.CompressedInterval;
import dev.loombench.load.result.LoadProgress;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads a frame as `FrameWriter` writes it, and rejects everything else: other versions, unknown
/// kinds, lengths beyond the end, values out of range, and bytes after the last field.
public final class FrameReader {
    private final ByteBuffer in;

    private FrameReader(byte[] bytes) {
        in = ByteBuffer.wrap(bytes);
    }

    public static Frame read(byte[] bytes) throws MalformedFrame {
        try {
            return new FrameReader(bytes).frame();
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new MalformedFrame("malformed frame: " + e.getMessage(), e);
        }
    }

    private Frame frame() throws MalformedFrame {
        int magic = in.getShort();
        if (magic != FrameWriter.MAGIC) {
            throw new MalformedFrame("not a frame of Loombench");
        }
        int protocol = in.getShort();
        var kind = FrameKind.of(in.get());
        if (protocol != FrameWriter.PROTOCOL && !kind.isPermanent()) {
            throw new MalformedFrame(
                    "protocol version %d instead of %d".formatted(protocol, FrameWriter.PROTOCOL));
        }
        var frame = fields(kind);
        if (in.hasRemaining()) {
            throw new MalformedFrame(in.remaining() + " bytes after the end of a frame");
        }
        return frame;
    }

    private Frame fields(FrameKind kind) throws MalformedFrame {
        return switch (kind) {
            case HELLO -> new Frame.Hello(text());
            case REFUSED -> new Frame.Refused(text());
            case WELCOME -> new Frame.Welcome(text());
            case TEXT -> new Frame.Text(text(), text());
            case PREPARE -> new Frame.Prepare(in.getInt(), flag(), flag());
            case CHECK -> new Frame.Check(in.getInt());
            case BEGIN -> new Frame.Begin(in.getInt(), in.getLong());
            case OPEN_WINDOW ->
                    new Frame.OpenWindow(
                            in.getInt(), in.getInt(), in.getLong(), requests(), flag());
            case CLOSE_WINDOW -> new Frame.CloseWindow(in.getInt(), in.getInt(), in.getLong());
            case PAUSE -> new Frame.Pause(in.getInt(), flag());
            case END -> new Frame.End(in.getInt());
            case PING -> new Frame.Ping(in.getLong());
            case PREPARED -> new Frame.Prepared(in.getInt(), optional());
            case LOAD_FAILED -> new Frame.LoadFailed(in.getInt(), cause(), text());
            case PROGRESS -> progressFrame();
            case SECOND -> new Frame.Second(in.getInt(), in.getInt(), interval());
            case WINDOW_CLOSED ->
                    new Frame.WindowClosed(
                            in.getInt(), in.getInt(), count(), optional(), optional(), text());
            case ENDED -> new Frame.Ended(in.getInt());
            case PONG ->
                    new Frame.Pong(
                            in.getLong(),
                            in.getLong(),
                            flag() ? Optional.of(progressFrame()) : Optional.empty());
            case SERVER_CALL ->
                    new Frame.ServerCall(
                            in.getInt(), ServerAction.of(in.get()), in.getInt(), in.getLong());
            case SERVER_REPLY -> new Frame.ServerReply(in.getInt(), flag(), text());
            case SERVER_STATE -> new Frame.ServerState(in.getInt(), flag(), flag());
        };
    }

    private Frame.Progress progressFrame() throws MalformedFrame {
        return new Frame.Progress(in.getInt(), progress(), flag(), flag());
    }

    private LoadProgress progress() throws MalformedFrame {
        long nanos = in.getLong();
        return new LoadProgress(
                nanos,
                longCount(),
                longCount(),
                longCount(),
                longCount(),
                longCount(),
                longCount());
    }

    private CompressedInterval interval() throws MalformedFrame {
        var window = new Window(in.getLong(), in.getLong());
        return CompressedInterval.received(window, bytes(), bytes());
    }

    private OptionalLong requests() throws MalformedFrame {
        long number = longCount();
        return number == 0 ? OptionalLong.empty() : OptionalLong.of(number);
    }

    private Frame.FailureCause cause() throws MalformedFrame {
        byte number = in.get();
        for (var cause : Frame.FailureCause.values()) {
            if (FrameWriter.number(cause) == number) {
                return cause;
            }
        }
        throw new MalformedFrame("unknown cause of a failure: " + number);
    }

    private OptionalLong optional() throws MalformedFrame {
        long value = in.getLong();
        if (value < -1) {
            throw new MalformedFrame("a negative count: " + value);
        }
        return value == -1 ? OptionalLong.empty() : OptionalLong.of(value);
    }

    private boolean flag() throws MalformedFrame {
        byte value = in.get();
        if (value != 0 && value != 1) {
            throw new MalformedFrame("neither true nor false: " + value);
        }
        return value == 1;
    }

    private int count() throws MalformedFrame {
        int value = in.getInt();
        if (value < 0) {
            throw new MalformedFrame("a negative count: " + value);
        }
        return value;
    }

    private long longCount() throws MalformedFrame {
        long value = in.getLong();
        if (value < 0) {
            throw new MalformedFrame("a negative count: " + value);
        }
        return value;
    }

    private String text() throws MalformedFrame {
        try {
            int length = length();
            var content = in.slice(in.position(), length);
            in.position(in.position() + length);
            return StandardCharsets.UTF_8.newDecoder().decode(content).toString();
        } catch (CharacterCodingException e) {
            throw new MalformedFrame("a text is not in UTF-8", e);
        }
    }

    private byte[] bytes() throws MalformedFrame {
        var content = new byte[length()];
        in.get(content);
        return content;
    }

    /// The length of the field that follows.
    private int length() throws MalformedFrame {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new MalformedFrame(
                    "a field of %,d bytes in the %,d that remain"
                            .formatted(length, in.remaining()));
        }
        return length;
    }
}
