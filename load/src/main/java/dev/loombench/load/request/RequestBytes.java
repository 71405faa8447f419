package dev.loombench.load.request;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.http2.hpack.HpackEncoder;
import dev.loombench.text.UrlText;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Template;
import dev.loombench.traffic.WebSocketPolicy;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/// A request in wire format, encoded as far as it is known in advance: values that never change are
/// part of the fixed bytes.
///
/// @param head including the empty line that ends it; empty for a line of text
record RequestBytes(List<Piece> head, List<Piece> body) {
    /// `Host` becomes a pseudo field, and `Content-Length` is computed.
    private static final Set<String> NOT_IN_HTTP2 =
            Set.of(
                    "host",
                    "content-length",
                    "connection",
                    "keep-alive",
                    "proxy-connection",
                    "transfer-encoding",
                    "upgrade",
                    "http2-settings");

    /// The header of a deadline of gRPC.
    private static final String TIMEOUT = "grpc-timeout";

    RequestBytes {
        head = List.copyOf(head);
        body = List.copyOf(body);
    }

    /// A piece of a request.
    sealed interface Piece {}

    static final class Fixed implements Piece {
        final byte[] bytes;

        Fixed(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    record Value(String name, Where where) implements Piece {}

    /// The length of a body with values.
    record BodyLength() implements Piece {}

    /// The length of a string of HTTP/2 with values, before the string.
    record StringLength(List<Piece> string) implements Piece {
        StringLength {
            string = List.copyOf(string);
        }
    }

    /// The encoding of a value: percent-encoded in a path, ASCII in a header, UTF-8 in a body or a
    /// line of text.
    enum Where {
        PATH,
        HEADER,
        BODY,
        LINE
    }

    /// @param secured whether the connection is secured by TLS
    /// @param constants the encoded values that never change; empty for the others
    static RequestBytes of(
            Request request,
            InetSocketAddress target,
            boolean secured,
            boolean keepAlive,
            Function<Value, Optional<byte[]>> constants) {
        return switch (request.protocol()) {
            case HTTP, GRPC -> http(request, target, secured, keepAlive, constants);
            case LINE -> line(request, constants);
        };
    }

    /// A message of WebSocket, which the transport puts into a frame.
    static RequestBytes message(Request request, Function<Value, Optional<byte[]>> constants) {
        var body = new Pieces(constants).add(request.body(), Where.BODY, UTF_8).build();
        return new RequestBytes(List.of(), body);
    }

    /// The binary message that this one is in Base64.
    ///
    /// @throws WrongInput when it is not, or has values that change
    RequestBytes decoded() {
        if (!isFixed()) {
            throw new WrongInput(
                    "a binary message of WebSocket is given in Base64, and must not have values that change");
        }
        var payload = WebSocketPolicy.payload(new String(bytes(), UTF_8));
        return new RequestBytes(List.of(), List.of(new Fixed(payload)));
    }

    /// A request of HTTP/2: a header block with the same fields as in HTTP/1.1, and the body.
    ///
    /// Fields that belong to a connection of HTTP/1.1 are not sent, and `Host` is `:authority`.
    ///
    /// Source: RFC 9113, sections 8.2.2 and 8.3.1.
    static RequestBytes ofHttp2(
            Request request,
            InetSocketAddress target,
            boolean secured,
            Function<Value, Optional<byte[]>> constants) {
        var body = new Pieces(constants).add(request.body(), Where.BODY, UTF_8).build();
        boolean hasLength = !body.isEmpty() || request.method().matches("POST|PUT|PATCH");
        var head = http2Head(request, Map.of(), target, secured, constants);
        if (hasLength) {
            head.field("content-length", new Pieces(constants).addLength(body).build());
        }
        return new RequestBytes(head.build(), body);
    }

    /// A call of gRPC, whose body is its message with a prefix, in Base64.
    ///
    /// Source: gRPC over HTTP2, "Requests".
    ///
    /// @param ends whether it has a deadline, its timeout unless it has a header of its own
    static RequestBytes ofGrpc(
            Request request,
            InetSocketAddress target,
            boolean secured,
            boolean ends,
            Function<Value, Optional<byte[]>> constants) {
        var added = new HashMap<>(Map.of("content-type", "application/grpc", "te", "trailers"));
        if (ends && request.headers().keySet().stream().noneMatch(TIMEOUT::equalsIgnoreCase)) {
            added.put(TIMEOUT, grpcTimeout(request.timeout()));
        }
        var head = http2Head(request, added, target, secured, constants);
        var message = new Fixed(Base64.getDecoder().decode(request.body()));
        return new RequestBytes(head.build(), List.of(message));
    }

    /// @param added header fields in place of those of the request
    private static Pieces http2Head(
            Request request,
            Map<String, String> added,
            InetSocketAddress target,
            boolean secured,
            Function<Value, Optional<byte[]>> constants) {
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(request.headers());
        headers.putAll(added);
        var host = headers.getOrDefault("Host", host(target, secured));
        var head = new Pieces(constants);
        head.field(":method", text(request.method()));
        head.field(":scheme", text(secured ? "https" : "http"));
        head.field(":authority", value(host, Where.HEADER, constants));
        head.field(":path", value(request.path(), Where.PATH, constants));
        headers.forEach((name, value) -> {
            var lower = name.toLowerCase(Locale.ROOT);
            if (isOfHttp2(lower, value)) {
                head.field(lower, value(value, Where.HEADER, constants));
            }
        });
        return head;
    }

    /// `TE` may name trailers only.
    private static boolean isOfHttp2(String name, String value) {
        return name.equals("te")
                ? value.strip().equalsIgnoreCase("trailers")
                : !NOT_IN_HTTP2.contains(name);
    }

    private static String host(InetSocketAddress target, boolean secured) {
        return Template.escaped(UrlText.hostField(target, secured));
    }

    /// At most eight digits and a unit.
    ///
    /// Source: gRPC over HTTP2, "Timeout".
    private static String grpcTimeout(Duration timeout) {
        long millis = Math.max(1, timeout.toMillis());
        return millis < 100_000_000 ? millis + "m" : timeout.toSeconds() + "S";
    }

    private static List<Piece> text(String text) {
        return List.of(new Fixed(text.getBytes(US_ASCII)));
    }

    private static List<Piece> value(
            String template, Where where, Function<Value, Optional<byte[]>> constants) {
        return new Pieces(constants).add(template, where, US_ASCII).build();
    }

    private static RequestBytes line(Request request, Function<Value, Optional<byte[]>> constants) {
        var line = new Pieces(constants).add(request.body(), Where.LINE, UTF_8).add("\n").build();
        return new RequestBytes(List.of(), line);
    }

    /// Request line, `Host` (unless given), the given headers by name, `Connection: close` unless
    /// connections are kept, `Content-Length` where there is a body or the method needs one, and
    /// the body.
    private static RequestBytes http(
            Request request,
            InetSocketAddress target,
            boolean secured,
            boolean keepAlive,
            Function<Value, Optional<byte[]>> constants) {
        var body = new Pieces(constants).add(request.body(), Where.BODY, UTF_8).build();
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(request.headers());
        headers.putIfAbsent("Host", host(target, secured));
        if (!keepAlive) {
            headers.put("Connection", "close");
        }
        var head = new Pieces(constants).add(request.method() + " ");
        head.add(request.path(), Where.PATH, US_ASCII).add(" HTTP/1.1\r\n");
        boolean hasLength = !body.isEmpty() || request.method().matches("POST|PUT|PATCH");
        if (hasLength) {
            headers.put("Content-Length", "");
        }
        headers.forEach((name, value) -> {
            head.add(name + ": ");
            if (name.equals("Content-Length")) {
                head.addLength(body);
            } else {
                head.add(value, Where.HEADER, US_ASCII);
            }
            head.add("\r\n");
        });
        return new RequestBytes(head.add("\r\n").build(), body);
    }

    /// Whether it contains no value.
    boolean isFixed() {
        return areFixed(head) && areFixed(body);
    }

    /// All bytes of a fixed request.
    byte[] bytes() {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(bytesOf(head));
        bytes.writeBytes(bytesOf(body));
        return bytes.toByteArray();
    }

    /// The number of bytes of a fixed head.
    int headLength() {
        return bytesOf(head).length;
    }

    private static byte[] bytesOf(List<Piece> fixed) {
        var bytes = new ByteArrayOutputStream();
        for (var piece : fixed) {
            bytes.writeBytes(((Fixed) piece).bytes);
        }
        return bytes.toByteArray();
    }

    private static boolean areFixed(List<Piece> pieces) {
        return pieces.stream().allMatch(Fixed.class::isInstance);
    }

    /// Builder of pieces; merges adjacent fixed ones.
    private static final class Pieces {
        private final List<Piece> pieces = new ArrayList<>();
        private final ByteArrayOutputStream fixed = new ByteArrayOutputStream();
        private final Function<Value, Optional<byte[]>> constants;

        Pieces(Function<Value, Optional<byte[]>> constants) {
            this.constants = constants;
        }

        Pieces add(String text) {
            fixed.writeBytes(text.getBytes(US_ASCII));
            return this;
        }

        Pieces add(String template, Where where, Charset charset) {
            for (var part : Template.of(template).parts()) {
                switch (part) {
                    case Template.Literal(var text) -> fixed.writeBytes(text.getBytes(charset));
                    case Template.Placeholder(var name) -> add(new Value(name, where));
                }
            }
            return this;
        }

        private void add(Value value) {
            constants.apply(value).ifPresentOrElse(fixed::writeBytes, () -> add((Piece) value));
        }

        /// Adds a field of HTTP/2.
        ///
        /// @param name in lower case
        void field(String name, List<Piece> value) {
            if (areFixed(value)) {
                fixed.writeBytes(HpackEncoder.field(name, bytesOf(value)));
                return;
            }
            fixed.writeBytes(HpackEncoder.name(name));
            add(new StringLength(value));
            value.forEach(this::addPiece);
        }

        private void addPiece(Piece piece) {
            if (piece instanceof Fixed known) {
                fixed.writeBytes(known.bytes);
            } else {
                add(piece);
            }
        }

        Pieces addLength(List<Piece> body) {
            if (areFixed(body)) {
                int length = body.stream().mapToInt(piece -> ((Fixed) piece).bytes.length).sum();
                add(String.valueOf(length));
            } else {
                add(new BodyLength());
            }
            return this;
        }

        private void add(Piece piece) {
            flush();
            pieces.add(piece);
        }

        List<Piece> build() {
            flush();
            return pieces;
        }

        private void flush() {
            if (fixed.size() > 0) {
                pieces.add(new Fixed(fixed.toByteArray()));
                fixed.reset();
            }
        }
    }
}
