package dev.loombench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import dev.loombench.http2.FrameBytes;
import dev.loombench.load.grpc.GreeterProto;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Calls of the service of [GreeterProto], and servers with its reflection.
final class GrpcGreeter {
    private static final int DATA = 0;

    private GrpcGreeter() {}

    /// Calls of a unary method, on connections with four streams.
    static Traffic traffic() {
        return traffic(Map.of(), Map.of());
    }

    static Traffic traffic(Map<String, String> headers, Map<String, ValueSource> values) {
        var policy = new Http2Policy(4, Optional.of(GrpcPolicy.BY_REFLECTION));
        var request =
                new Request(
                        "POST",
                        "/test.Greeter/Greet",
                        headers,
                        "{\"name\": {\"first\": \"Al\"}, \"times\": 3}",
                        LoadFixture.TIMEOUT);
        return new Traffic(
                List.of(request), values, ConnectionPolicy.DEFAULT.withHttp2(Optional.of(policy)));
    }

    /// Calls of a method with a stream of responses.
    static Traffic following(Duration timeout) {
        return traffic().withRequests(List.of(follow(timeout)));
    }

    static Request follow(Duration timeout) {
        return new Request("POST", "/test.Greeter/Follow", Map.of(), "{}", timeout);
    }

    /// A server that replies to its first request as a reflection service does.
    static Http2Responder server(Http2Responder.RequestHandler calls) throws IOException {
        return new Http2Responder(exchange -> {
            if (exchange.number() == 1) {
                reflect(exchange);
            } else {
                calls.handle(exchange);
            }
        });
    }

    /// Replies as a reflection service does: the descriptors fit in the first window of a stream.
    static void reflect(Http2Responder.Exchange exchange) throws IOException {
        respond(exchange, descriptors());
    }

    /// A response with a message.
    static void respond(Http2Responder.Exchange exchange, byte[] message) throws IOException {
        exchange.write(
                new FrameBytes()
                        .headers(exchange.stream(), false, ":status: 200")
                        .frame(DATA, 0, exchange.stream(), framed(message))
                        .headers(exchange.stream(), true, "grpc-status: 0"));
    }

    /// A message with its prefix.
    static byte[] framed(byte[] message) {
        return new FrameBytes()
                .raw(0, 0, 0, message.length >> 8, message.length)
                .raw(message)
                .bytes();
    }

    /// ServerReflectionResponse: field 4 is the FileDescriptorResponse, whose field 1 repeats the
    /// files.
    private static byte[] descriptors() {
        var files = new ByteArrayOutputStream();
        for (FileDescriptorProto file : List.of(GreeterProto.greeter(), GreeterProto.names())) {
            files.writeBytes(field(1, file.toByteArray()));
        }
        return field(4, files.toByteArray());
    }

    /// A field of bytes, fewer than 2^14.
    static byte[] field(int number, byte[] bytes) {
        int low = (bytes.length & 127) | 128;
        return new FrameBytes().raw(number << 3 | 2, low, bytes.length >> 7).raw(bytes).bytes();
    }

    /// The head of a response and its first message, and no end.
    static void begin(Http2Responder.Exchange exchange) throws IOException {
        exchange.write(
                new FrameBytes()
                        .headers(exchange.stream(), false, ":status: 200")
                        .frame(DATA, 0, exchange.stream(), framed("hello".getBytes(US_ASCII))));
    }

    /// A whole response.
    static FrameBytes reply(int stream, int messages, String trailer) {
        var frames = new FrameBytes().headers(stream, false, ":status: 200");
        for (int i = 0; i < messages; i++) {
            frames.frame(DATA, 0, stream, framed("hello".getBytes(US_ASCII)));
        }
        return frames.headers(stream, true, trailer);
    }
}
