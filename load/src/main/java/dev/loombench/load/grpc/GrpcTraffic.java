package dev.loombench.load.grpc;

import com.google.protobuf.Descriptors.MethodDescriptor;
import dev.loombench.text.TextFile;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Template;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// The requests of a load as calls of gRPC, whose messages are encoded once, before it.
///
/// @param traffic in which each body is the message of a call with its prefix, in Base64; unchanged
///   where it is not one of gRPC
/// @param unary names of the requests whose response is one message; others have streams of them
public record GrpcTraffic(Traffic traffic, Set<String> unary) {
    public GrpcTraffic {
        unary = Set.copyOf(unary);
    }

    /// The calls of a load.
    ///
    /// @param reflection of the server, for traffic without a file of descriptors
    /// @throws WrongInput when a method or a message is not one of the server's
    /// @throws java.io.UncheckedIOException when reflection fails
    public static GrpcTraffic encoded(Traffic traffic, Supplier<ServerReflection> reflection) {
        var policy = traffic.connections().http2().flatMap(Http2Policy::grpc);
        if (policy.isEmpty()) {
            return new GrpcTraffic(traffic, Set.of());
        }
        var schema = schema(policy.get(), reflection);
        var calls = new ArrayList<Request>();
        var unary = new HashSet<String>();
        for (var request : traffic.requests()) {
            var method = schema.method(request.path());
            if (!method.isServerStreaming()) {
                unary.add(request.name());
            }
            calls.add(encoded(request, method, schema, traffic.values()));
        }
        return new GrpcTraffic(traffic.withRequests(calls), unary);
    }

    /// Whether the responses of all its calls are streams of messages.
    public boolean hasStreams() {
        return traffic.isGrpc() && unary.isEmpty();
    }

    /// Checks that calls that share connections can be held.
    ///
    /// @throws WrongInput when some end with their response
    public void requireHeld() {
        int streams = traffic.connections().streams();
        if (traffic.isGrpc() && !hasStreams() && streams > 1) {
            throw new WrongInput(
                    "held calls share connections where all methods have a stream of responses, as others end with their response; streams were %,d: give 1"
                            .formatted(streams));
        }
    }

    private static GrpcSchema schema(GrpcPolicy policy, Supplier<ServerReflection> reflection) {
        return policy.file()
                .map(file -> GrpcSchema.of(file, descriptors(policy)))
                .orElseGet(() -> new GrpcSchema(reflection.get()));
    }

    /// The set of descriptors of a file.
    ///
    /// @param policy with one
    /// @throws WrongInput when it cannot be read, or is wrong
    public static byte[] descriptors(GrpcPolicy policy) {
        return policy.proto()
                .map(new Protoc(Protoc.NAME)::descriptors)
                .orElseGet(
                        () -> TextFile.bytes(policy.protoset().orElseThrow(), TextFile.MAX_BYTES));
    }

    private static Request encoded(
            Request request,
            MethodDescriptor method,
            GrpcSchema schema,
            Map<String, ValueSource> values) {
        var body = Template.of(request.body().isBlank() ? "{}" : request.body());
        var json = literal(body, values);
        var message = GrpcMessage.encode(method, json, schema.types(json));
        return new Request(
                request.name(),
                request.weight(),
                "POST",
                request.path(),
                request.headers(),
                Base64.getEncoder().encodeToString(message),
                request.timeout());
    }

    /// The body, whose secrets never change.
    private static String literal(Template template, Map<String, ValueSource> values) {
        var text = new StringBuilder();
        for (var part : template.parts()) {
            switch (part) {
                case Template.Literal(var piece) -> text.append(piece);
                case Template.Placeholder(var name) -> {
                    var source = values.get(name);
                    if (source instanceof ValueSource.Bytes) {
                        throw new WrongInput(
                                "the body of a call of gRPC is JSON in UTF-8, which is encoded for it, and this one has other bytes");
                    }
                    if (!(source instanceof ValueSource.Secret secret)) {
                        throw new WrongInput(
                                "the body of a call of gRPC is encoded once and has no values; it names ${%s}"
                                        .formatted(name));
                    }
                    text.append(secret.known(name));
                }
            }
        }
        return text.toString();
    }
}
