package dev.loombench.load.grpc;

import dev.loombench.spec.load.GrpcPolicy;
import dev.loombench.spec.load.Http2Policy;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.Template;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.load.ValueSource;
import dev.loombench.spec.text.SpecError;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The requests of a load as calls of gRPC, whose messages are encoded once, before it.
public final class GrpcTraffic {
    private GrpcTraffic() {}

    /// The same traffic, in which each body is the message of a call with its prefix, in Base64;
    /// unchanged where it is not one of gRPC.
    ///
    /// @param reflection of the server, for traffic without a file of descriptors
    /// @throws SpecError when a method or a message is not one of the server's
    /// @throws java.io.UncheckedIOException when reflection fails
    public static TrafficSpec encoded(TrafficSpec traffic, Supplier<ServerReflection> reflection) {
        var policy = traffic.connections().http2().flatMap(Http2Policy::grpc);
        if (policy.isEmpty()) {
            return traffic;
        }
        var schema = schema(policy.get(), reflection);
        return traffic.withRequests(
                traffic.requests().stream()
                        .map(request -> encoded(request, schema, traffic.values()))
                        .toList());
    }

    private static GrpcSchema schema(GrpcPolicy policy, Supplier<ServerReflection> reflection) {
        Optional<GrpcSchema> ofFile = policy.protoset().map(GrpcSchema::of);
        return ofFile.orElseGet(() -> new GrpcSchema(reflection.get()));
    }

    private static Request encoded(
            Request request, GrpcSchema schema, Map<String, ValueSource> values) {
        var body = Template.of(request.body().isBlank() ? "{}" : request.body());
        var message = GrpcMessage.encode(schema.method(request.path()), literal(body, values));
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
                    if (!(values.get(name) instanceof ValueSource.Secret secret)) {
                        throw new SpecError(
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
