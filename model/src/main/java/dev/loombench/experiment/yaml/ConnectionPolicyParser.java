package dev.loombench.experiment.yaml;

import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.GrpcPolicy.ProtoFile;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.WebSocketPolicy;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Values;
import java.nio.file.Path;
import java.util.Optional;

/// Parses the connections in `load`: their life, TLS, HTTP/2 and WebSocket.
final class ConnectionPolicyParser {
    private final MappingReader load;
    private final Path folder;

    /// @param folder base of relative paths
    ConnectionPolicyParser(MappingReader load, Path folder) {
        this.load = load;
        this.folder = folder;
    }

    ConnectionPolicy policy() {
        return new ConnectionPolicy(
                load.read("keep-alive", Values::bool, true),
                load.read("connect-timeout", Values::durationAboveZero),
                load.list(
                        "source-addresses",
                        node -> ConnectionPolicy.checkedAddress(Values.text(node))),
                tls(),
                http2(),
                webSocket());
    }

    /// Where `http2`, `streams` or `grpc` is present; a server of the zoo speaks it by its own
    /// setting.
    private Optional<Http2Policy> http2() {
        boolean keepsAlive = load.read("keep-alive", Values::bool, true);
        boolean held = load.has("held-connections");
        var streams =
                load.read("streams", Values.count(1, LoadModel.MAX_CONNECTIONS))
                        .map(Http2Policy::new);
        var grpc = load.section("grpc", "grpc", Keys.GRPC).map(this::grpc);
        boolean implied = streams.isPresent() || grpc.isPresent();
        if (!load.read("http2", Values::bool, implied)) {
            load.reject("streams", "streams are those of HTTP/2: http2 is false");
            load.reject("grpc", "gRPC needs HTTP/2: http2 is false");
            return Optional.empty();
        }
        if (!keepsAlive && streams.isPresent() && streams.get().streams() > 1) {
            load.problems()
                    .add(
                            load.location("streams"),
                            "a connection of one request has one stream: keep-alive is false");
            return Optional.of(Http2Policy.ONE);
        }
        var otherwise = keepsAlive && !held ? Http2Policy.DEFAULT : Http2Policy.ONE;
        return Optional.of(streams.orElse(otherwise).withGrpc(grpc));
    }

    private GrpcPolicy grpc(MappingReader grpc) {
        var proto = grpc.read("proto", Values::path).map(folder::resolve);
        if (proto.isEmpty()) {
            grpc.reject("proto-path", "proto-path needs proto, whose imports it has");
            return new GrpcPolicy(grpc.read("protoset", Values::path).map(folder::resolve));
        }
        grpc.reject("protoset", "protoset does not go with proto, which has the services too");
        var path = grpc.list("proto-path", Values::path).stream().map(folder::resolve).toList();
        return new GrpcPolicy(Optional.empty(), proto.map(file -> new ProtoFile(file, path)));
    }

    private Optional<WebSocketPolicy> webSocket() {
        return load.section("websocket", "websocket", Keys.WEBSOCKET)
                .map(section ->
                        new WebSocketPolicy(
                                section.read(
                                        "greetings",
                                        Values.whole(0, WebSocketPolicy.MAX_GREETINGS),
                                        0),
                                section.read("binary", Values::bool, false)));
    }

    private Optional<TlsPolicy> tls() {
        return load.section("tls", "tls", Keys.TLS)
                .flatMap(
                        section -> load.problems().attempt(section.location(), () -> tls(section)));
    }

    private TlsPolicy tls(MappingReader tls) {
        return new TlsPolicy(
                !tls.read("insecure", Values::bool, false),
                tls.read("cacert", Values::path).map(folder::resolve),
                tls.read("cert", Values::path).map(folder::resolve),
                tls.read("key", Values::path).map(folder::resolve),
                tls.read("version", node -> TlsPolicy.Version.named(Values.scalar(node))),
                tls.read("resumption", Values::bool, true));
    }
}
