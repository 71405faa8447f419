package dev.loombench.load.worker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.loombench.http2.FrameBytes;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/// A server of HTTP/2 in virtual time: reads the frames of its clients, and a handler decides what
/// becomes of each request.
final class VirtualHttp2Server implements ScriptedTransport.Peer {
    private static final int PREFACE_LENGTH = 24;
    private static final int HEADER_LENGTH = 9;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int PING = 6;
    private static final int WINDOW_UPDATE = 8;
    private static final int ACK = 1;
    private static final int END_STREAM = 1;

    private final int[] settings;
    private final Handler handler;
    private final Map<Integer, StringBuilder> unread = new HashMap<>();
    private final Map<Integer, Long> credits = new HashMap<>();
    private int requests;
    private int resets;
    private int pings;
    private long pingNanos;

    /// What becomes of a request.
    @FunctionalInterface
    interface Handler {
        void handle(Http2Request request, ScriptedTransport net);
    }

    /// A request, once it is complete.
    ///
    /// @param id of its connection
    /// @param number from 1, over all connections
    /// @param nanos since the start
    record Http2Request(int id, int stream, int number, long nanos) {
        void respond(ScriptedTransport net, long in) {
            answer(net, in, new FrameBytes().ok(stream));
        }

        void answer(ScriptedTransport net, long in, FrameBytes frames) {
            net.responds(id, in, new String(frames.bytes(), ISO_8859_1));
        }
    }

    /// @param settings identifiers and values by turns
    VirtualHttp2Server(Handler handler, int... settings) {
        this.handler = handler;
        this.settings = settings.clone();
    }

    /// The same server, whose acknowledgements of pings take so many ns to come.
    VirtualHttp2Server acknowledgingAfter(long nanos) {
        pingNanos = nanos;
        return this;
    }

    int requests() {
        return requests;
    }

    /// Streams that clients have reset.
    int resets() {
        return resets;
    }

    /// Pings of clients, which it acknowledges.
    int pings() {
        return pings;
    }

    /// By how many bytes clients have opened the window of a stream; 0 for that of a connection.
    long credit(int stream) {
        return credits.getOrDefault(stream, 0L);
    }

    @Override
    public void receives(ScriptedTransport.Received received, ScriptedTransport net) {
        var text = received.text();
        if (received.onConnection() == 1) {
            unread.put(received.id(), new StringBuilder());
            net.responds(
                    received.id(), 0, new String(FrameBytes.begin(settings).bytes(), ISO_8859_1));
            text = text.substring(PREFACE_LENGTH);
        }
        var buffer = unread.computeIfAbsent(received.id(), _ -> new StringBuilder());
        buffer.append(text);
        while (buffer.length() >= HEADER_LENGTH) {
            int length = buffer.charAt(0) << 16 | buffer.charAt(1) << 8 | buffer.charAt(2);
            if (buffer.length() < HEADER_LENGTH + length) {
                return;
            }
            frame(buffer.substring(0, HEADER_LENGTH + length), received, net);
            buffer.delete(0, HEADER_LENGTH + length);
        }
    }

    private void frame(String frame, ScriptedTransport.Received received, ScriptedTransport net) {
        int type = frame.charAt(3);
        boolean ends = (frame.charAt(4) & END_STREAM) != 0;
        var bytes = ByteBuffer.wrap(frame.getBytes(ISO_8859_1));
        int stream = bytes.getInt(5);
        if ((type == HEADERS || type == DATA) && ends) {
            requests++;
            handler.handle(
                    new Http2Request(received.id(), stream, requests, received.nanos()), net);
        } else if (type == RST_STREAM) {
            resets++;
        } else if (type == PING && (frame.charAt(4) & ACK) == 0) {
            pings++;
            var ack = new String(new FrameBytes().ping(ACK).bytes(), ISO_8859_1);
            net.after(pingNanos, () -> net.responds(received.id(), 0, ack));
        } else if (type == WINDOW_UPDATE) {
            credits.merge(stream, (long) bytes.getInt(HEADER_LENGTH), Long::sum);
        }
    }
}
