package dev.loombench.load.probe;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.http.ResponseReader;
import dev.loombench.http.TimedExchange;
import dev.loombench.load.GrpcReflection;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.http2.Http2Exchange;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.request.RequestMix;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.traffic.Traffic;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// One request over a connection of its own, with the same bytes as those of the load, and its
/// whole response: before a load, to see what the load would measure.
public final class CheckedRequest {
    /// The rest of a longer body is counted and not kept.
    static final int MAX_BODY = 1 << 20;

    private CheckedRequest() {}

    /// A response.
    ///
    /// @param contentType empty where it has none
    /// @param encoding of the body, as in `gzip`; empty where it has none
    /// @param location to which a redirect leads; empty where it has none
    /// @param body the first MiB, a character per byte (ISO 8859-1)
    /// @param length of the whole body, bytes
    public record Response(
            int status,
            String contentType,
            String encoding,
            String location,
            String body,
            long length) {

        /// The response with another body, for messages.
        public Response masked(UnaryOperator<String> mask) {
            return new Response(status, contentType, encoding, location, mask.apply(body), length);
        }

        /// The body before its encoding, as UTF-8; empty where it cannot be decoded.
        Optional<String> decoded() {
            return ContentCoding.decoded(body.getBytes(ISO_8859_1), encoding)
                    .map(bytes -> new String(bytes, UTF_8));
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
    /// @throws IOException when the connection or its handshake fails, or the response is not one
    ///   of HTTP/1.1
    public static Response send(InetSocketAddress target, Traffic traffic, long seed)
            throws IOException {
        var encoded = GrpcReflection.encoded(target, traffic, System.getenv()).traffic();
        return send(target, encoded, new RequestMix(encoded, target, seed), System.getenv());
    }

    /// Sends the first request of a plan's mix.
    static Response send(LoadPlan plan) throws IOException {
        var calls = GrpcReflection.encoded(plan.target(), plan.traffic(), plan.environment());
        var traffic = calls.traffic();
        var mix = new RequestMix(traffic, plan.target(), plan.seed(), plan.environment());
        return send(plan.target(), traffic, mix, plan.environment());
    }

    private static Response send(
            InetSocketAddress target,
            Traffic traffic,
            RequestMix mix,
            Map<String, String> environment)
            throws IOException {
        var secrets = SecretMask.ofRequests(traffic.values().values(), environment);
        var requests = mix.forWorker(0, 1, 1, 1);
        var kind = requests.kind(0);
        var encoded = requests.prepare(kind, 0);
        int timeoutMillis = (int) Math.min(Integer.MAX_VALUE, traffic.timeout().toMillis());
        var tls = LoadEngine.tls(target, traffic);
        try (var connected = new Socket()) {
            connected.connect(target, timeoutMillis);
            return TimedExchange.run(
                    connected,
                    traffic.timeout(),
                    () -> {
                        var socket = tls.isPresent() ? tls.get().secure(connected) : connected;
                        return traffic.connections().http2().isPresent()
                                ? http2(socket, encoded, secrets)
                                : http1(socket, encoded, kind.isHead);
                    });
        }
    }

    private static Response http2(Socket socket, EncodedRequest request, SecretMask secrets)
            throws IOException {
        var body = new FirstBytes();
        var exchange = new Http2Exchange(request, body, secrets::ofStart);
        exchange.run(socket.getInputStream(), socket.getOutputStream());
        return response(exchange.status(), exchange::field, body);
    }

    private static Response http1(Socket socket, EncodedRequest request, boolean isHead)
            throws IOException {
        var bytes = new byte[request.length()];
        request.from(0).get(bytes);
        socket.getOutputStream().write(bytes);
        var reader = new ResponseReader(new BufferedInputStream(socket.getInputStream()), isHead);
        var body = new FirstBytes();
        reader.read(body);
        return response(reader.status(), reader::field, body);
    }

    private static Response response(int status, UnaryOperator<String> fields, FirstBytes body) {
        return new Response(
                status,
                fields.apply("content-type"),
                fields.apply("content-encoding"),
                fields.apply("location"),
                body.text(),
                body.length);
    }

    /// The length of a body, and its first MiB.
    private static final class FirstBytes extends OutputStream {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private long length;

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            kept.write(bytes, from, Math.min(count, MAX_BODY - kept.size()));
            length += count;
        }

        String text() {
            return kept.toString(ISO_8859_1);
        }
    }
}
