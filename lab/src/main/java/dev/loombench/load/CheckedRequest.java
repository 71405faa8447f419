package dev.loombench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.load.request.RequestMix;
import dev.loombench.spec.load.TrafficSpec;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// One request over a connection of its own, with the same bytes as those of the load, and its
/// whole response: before a load, to see what the load would measure.
public final class CheckedRequest {
    /// The rest of a longer body is counted and not kept.
    static final int MAX_BODY = 1 << 20;

    private static final int MAX_HEADER_LINES = 500;
    private static final int MAX_LINE = 1 << 16;
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})(?: .*)?");

    private final InputStream in;
    private final long deadlineNanos;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private long length;

    /// @param deadlineNanos on the monotonic clock, for the whole response: a body may never end
    private CheckedRequest(InputStream in, long deadlineNanos) {
        this.in = in;
        this.deadlineNanos = deadlineNanos;
    }

    /// A response.
    ///
    /// @param contentType empty where it has none
    /// @param body the first MiB, a character per byte (ISO 8859-1)
    /// @param length of the whole body, bytes
    public record Response(int status, String contentType, String body, long length) {

        /// The response with another body, for messages.
        public Response masked(UnaryOperator<String> mask) {
            return new Response(status, contentType, mask.apply(body), length);
        }

        /// A part of the body as UTF-8, for a message.
        ///
        /// @param from first byte
        /// @param to after the last byte; may exceed the body
        public String text(int from, int to) {
            var part = body.substring(from, Math.min(to, body.length()));
            return new String(part.getBytes(ISO_8859_1), UTF_8);
        }
    }

    /// Sends the first request of the traffic's mix.
    ///
    /// @throws IOException when the connection fails, or the response is not one of HTTP/1.1
    public static Response send(InetSocketAddress target, TrafficSpec traffic, long seed)
            throws IOException {
        return send(target, traffic, new RequestMix(traffic, target, seed));
    }

    /// Sends the first request of a plan's mix.
    static Response send(LoadPlan plan) throws IOException {
        var mix = new RequestMix(plan.traffic(), plan.target(), plan.seed(), plan.environment());
        return send(plan.target(), plan.traffic(), mix);
    }

    private static Response send(InetSocketAddress target, TrafficSpec traffic, RequestMix mix)
            throws IOException {
        var requests = mix.forWorker(0, 1, 1, 1);
        var kind = requests.kind(0);
        var encoded = requests.prepare(kind, 0);
        var bytes = new byte[encoded.length()];
        encoded.from(0).get(bytes);
        int timeoutMillis = (int) Math.min(Integer.MAX_VALUE, traffic.timeout().toMillis());
        try (var socket = new Socket()) {
            socket.connect(target, timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            socket.getOutputStream().write(bytes);
            return new CheckedRequest(
                            new BufferedInputStream(socket.getInputStream()),
                            System.nanoTime() + traffic.timeout().toNanos())
                    .response(kind.isHead);
        }
    }

    private Response response(boolean isHead) throws IOException {
        int status;
        Map<String, String> headers;
        do {
            status = status();
            headers = headers();
        } while (status / 100 == 1 && status != SWITCHING_PROTOCOLS);
        if (!isHead && hasBody(status)) {
            body(headers);
        }
        return new Response(
                status,
                headers.getOrDefault("content-type", ""),
                body.toString(ISO_8859_1),
                length);
    }

    /// Bytes after 101 are those of another protocol.
    private static boolean hasBody(int status) {
        return status != SWITCHING_PROTOCOLS && status != 204 && status != 304;
    }

    private int status() throws IOException {
        var line = line();
        var status = STATUS.matcher(line);
        if (!status.matches()) {
            throw new IOException("no status line of HTTP/1.1");
        }
        return Integer.parseInt(status.group(1));
    }

    private Map<String, String> headers() throws IOException {
        var headers = new HashMap<String, String>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 1 || headers.size() == MAX_HEADER_LINES) {
                throw new IOException("a malformed header section");
            }
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return headers;
    }

    private void body(Map<String, String> headers) throws IOException {
        if (headers.containsKey("transfer-encoding")) {
            chunks();
        } else if (headers.containsKey("content-length")) {
            read(number(headers.get("content-length"), 10));
        } else {
            read(Long.MAX_VALUE);
        }
    }

    private void chunks() throws IOException {
        long size;
        do {
            size = number(line().replaceFirst("[; \\t].*", ""), 16);
            read(size);
            if (size > 0) {
                line();
            }
        } while (size > 0);
    }

    private static long number(String text, int radix) throws IOException {
        try {
            long number = Long.parseLong(text, radix);
            if (number < 0 || !Character.isLetterOrDigit(text.charAt(0))) {
                throw new IOException("a malformed length");
            }
            return number;
        } catch (NumberFormatException e) {
            throw new IOException("a malformed length", e);
        }
    }

    /// Reads so many bytes of the body, or up to the end of the connection.
    private void read(long count) throws IOException {
        var chunk = new byte[8192];
        for (long left = count; left > 0; ) {
            requireTime();
            int n = in.read(chunk, 0, (int) Math.min(left, chunk.length));
            if (n < 0) {
                if (count == Long.MAX_VALUE) {
                    return;
                }
                throw new IOException("the connection ended within the body");
            }
            body.write(chunk, 0, Math.min(n, MAX_BODY - body.size()));
            length += n;
            left -= n;
        }
    }

    private void requireTime() throws SocketTimeoutException {
        if (System.nanoTime() - deadlineNanos > 0) {
            throw new SocketTimeoutException("the response did not end within the timeout");
        }
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            requireTime();
            if (b < 0 || line.size() == MAX_LINE) {
                throw new IOException("the connection ended before the end of the headers");
            }
            line.write(b);
        }
        return line.toString(ISO_8859_1).replaceFirst("\r$", "");
    }
}
