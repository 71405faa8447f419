package dev.loombench.load.http2;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.loombench.http2.ClientConnection;
import dev.loombench.http2.ConnectionBuffers;
import dev.loombench.http2.ConnectionFault;
import dev.loombench.http2.ErrorCode;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.text.TextSanitizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// One request and its response of HTTP/2 over streams of bytes that block.
public final class Http2Exchange implements ClientConnection.Events {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final EncodedRequest request;
    private final OutputStream content;
    private final UnaryOperator<String> mask;
    private final ClientConnection connection;
    private final MemorySegment memory = Arena.ofAuto().allocate(BUFFER_BYTES);
    private final Map<String, String> fields = new HashMap<>();
    private int status;
    private int grpcStatus = -1;
    private boolean opened;
    private boolean done;
    private @Nullable String failure;

    /// The error by which the server announced the end of the connection; empty without one.
    private String goAway = "";

    /// @param content receives the body
    /// @param mask of what the server says, which may be a secret of the request
    public Http2Exchange(EncodedRequest request, OutputStream content, UnaryOperator<String> mask) {
        this.request = request;
        this.content = content;
        this.mask = mask;
        connection = new ClientConnection(1, new ConnectionBuffers(this::field), this);
    }

    /// Sends the request and reads the response.
    ///
    /// @throws IOException when there is no whole response
    public void run(InputStream in, OutputStream out) throws IOException {
        var bytes = new byte[BUFFER_BYTES];
        flush(out);
        while (!done && failure == null) {
            int count = in.read(bytes);
            if (count < 0) {
                throw new IOException(
                        "the connection ended before the end of the response" + goAway);
            }
            connection.receive(ByteBuffer.wrap(bytes, 0, count));
            flush(out);
        }
        if (failure != null) {
            throw new IOException(failure);
        }
    }

    public int status() {
        return status;
    }

    /// The status of gRPC; -1 without one.
    public int grpcStatus() {
        return grpcStatus;
    }

    /// The value of the last header field of a name; empty where there is none.
    ///
    /// @param name in lower case
    public String field(String name) {
        return fields.getOrDefault(name, "");
    }

    private void flush(OutputStream out) throws IOException {
        while (connection.hasOutput()) {
            int count = connection.write(memory);
            out.write(memory.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE));
        }
    }

    private void field(
            byte[] name,
            int nameFrom,
            int nameLength,
            byte[] value,
            int valueFrom,
            int valueLength) {
        if (nameLength > 0 && name[nameFrom] == ':') {
            fields.clear(); // a head begins: an interim response came before, or nothing
        }
        fields.put(
                new String(name, nameFrom, nameLength, US_ASCII),
                new String(value, valueFrom, valueLength, ISO_8859_1));
    }

    @Override
    public void ready() {
        openIfAllowed();
    }

    /// A server may allow no stream at first.
    @Override
    public void limited(long peerLimit) {
        openIfAllowed();
    }

    private void openIfAllowed() {
        if (!opened && connection.hasRoom()) {
            opened = true;
            connection.open(
                    0, request.memory(), request.headLength(), request.length(), request.isHead());
        }
    }

    @Override
    public void responding(int slot) {}

    @Override
    public void content(int slot, ByteBuffer piece) {
        var bytes = new byte[piece.remaining()];
        piece.get(piece.position(), bytes);
        try {
            content.write(bytes);
        } catch (IOException e) {
            failure = String.valueOf(e.getMessage());
        }
    }

    @Override
    public void responded(int slot, int code, int grpcCode, boolean early) {
        status = code;
        grpcStatus = grpcCode;
        done = true;
    }

    @Override
    public void reset(int slot, ErrorCode code) {
        failure = "the server reset the stream (" + code + ")";
    }

    @Override
    public void refused(int slot) {
        failure = "the server did not process the request";
    }

    @Override
    public void malformed(int slot, String found) {
        failure = found;
    }

    @Override
    public void goingAway(ErrorCode code, String words) {
        // The response may still come; where it does not, `refused` or the end follows.
        if (code != ErrorCode.NO_ERROR) {
            var shown = words.isEmpty() ? "" : ", " + TextSanitizer.quoted(mask.apply(words));
            goAway = " (GOAWAY: " + code + shown + ")";
        }
        if (!opened) {
            failure = "the server takes no request" + goAway;
        }
    }

    @Override
    public void failed(ConnectionFault fault) {
        failure = fault.found();
    }
}
