package dev.loombench.experiment.yaml;

import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.Scenario;
import dev.loombench.text.Units;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.ExpectedStatuses;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.GrpcPolicy.ProtoFile;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Replay;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.ThinkTime;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import dev.loombench.traffic.WebSocketPolicy;
import dev.loombench.traffic.Workload;
import dev.loombench.yaml.MappingWriter;
import dev.loombench.yaml.YamlNodes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.snakeyaml.engine.v2.nodes.Node;

/// Writes `load`: the load model, the requests, their values and connections.
final class LoadWriter {
    private final Scenario scenario;
    private final Path folder;

    /// @param folder to which the paths of the file are relative
    LoadWriter(Scenario scenario, Path folder) {
        this.scenario = scenario;
        this.folder = folder;
    }

    Node load() {
        var load = new MappingWriter();
        switch (scenario.load()) {
            case Workload.Batch(var max) ->
                    load.add("batch", new MappingWriter().plain("max", Units.text(max)).inline());
            case LoadModel model -> {
                model(model, load);
                traffic(scenario.traffic(), load);
            }
        }
        return load.block();
    }

    private void model(LoadModel model, MappingWriter load) {
        switch (model) {
            case LoadModel.Closed(var users, var thinkTime) ->
                    load.add("users", profile(users, LoadWriter::users))
                            .unless(ThinkTime.NONE, "think-time", thinkTime, LoadWriter::thinkTime);
            case LoadModel.Open(var rate, var arrival, var connections) ->
                    load.add(
                                    "rate",
                                    Optional.of(rate).filter(mean -> !isRecorded(mean)),
                                    mean -> profile(mean, Units::textOfRate))
                            .add(
                                    "arrival",
                                    Optional.of(arrival).filter(LoadWriter::isWritten),
                                    LoadWriter::arrival)
                            .unless(
                                    Defaults.CONNECTIONS,
                                    "connections",
                                    connections,
                                    YamlNodes::plain);
            case LoadModel.HeldConnections(var connections, var rate) ->
                    load.plain("held-connections", connections)
                            .unless(
                                    Defaults.CONNECT_RATE,
                                    "connect-rate",
                                    rate,
                                    opened -> YamlNodes.plain(Units.textOfRate(opened)));
        }
    }

    /// Whether a rate is the mean of the log to replay, which a reader of the file finds there.
    private boolean isRecorded(LoadProfile mean) {
        return scenario.traffic()
                .replay()
                .map(log -> LoadProfile.constant(log.rate()).points())
                .filter(mean.points()::equals)
                .isPresent();
    }

    /// A number of users, which is whole.
    static String users(double level) {
        return Long.toString((long) level);
    }

    /// A constant level, or the stages between the points; the first one sets the level at 0.
    private static Node profile(LoadProfile profile, DoubleFunction<String> level) {
        var points = profile.points();
        if (points.size() == 1) {
            return YamlNodes.plain(level.apply(points.getFirst().level()));
        }
        var stages = new ArrayList<Node>();
        var before = Duration.ZERO;
        for (var point : points) {
            stages.add(
                    new MappingWriter()
                            .plain("duration", Units.text(point.at().minus(before)))
                            .plain("target", level.apply(point.level()))
                            .inline());
            before = point.at();
        }
        return YamlNodes.list(stages);
    }

    private static Node thinkTime(ThinkTime time) {
        return switch (time.distribution()) {
            case CONSTANT -> YamlNodes.plain(Units.text(time.mean()));
            case EXPONENTIAL ->
                    new MappingWriter()
                            .plain("mean", Units.text(time.mean()))
                            .plain("distribution", lowerCase(time.distribution()))
                            .inline();
        };
    }

    /// Recorded arrivals are those of `replay`.
    private static boolean isWritten(Arrival arrival) {
        return arrival != Defaults.ARRIVAL && arrival != Arrival.REPLAY;
    }

    private static Node arrival(Arrival arrival) {
        return YamlNodes.plain(lowerCase(arrival));
    }

    private static String lowerCase(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private void traffic(Traffic traffic, MappingWriter load) {
        load.add("replay", traffic.replay().map(Replay::file), this::file)
                .add("streaming", traffic.streaming().map(Streaming::label), YamlNodes::plain);
        boolean ofLog = traffic.replay().filter(Replay::ownRequests).isPresent();
        if (ofLog) {
            timeout(traffic.timeout(), load);
        } else {
            requests(traffic, load);
        }
        load.unless(
                        ErrorPolicy.DEFAULT,
                        "errors",
                        traffic.errors(),
                        policy -> YamlNodes.plain(policy.label()))
                .unless(
                        ExpectedStatuses.DEFAULT,
                        "expect-status",
                        traffic.expectedStatuses(),
                        statuses -> YamlNodes.text(statuses.text()))
                .add("expect-body", traffic.expectedBody(), YamlNodes::text)
                .add("deadline", traffic.deadline().map(Units::text), YamlNodes::plain);
        var values = new MappingWriter();
        var written = ofLog ? Map.<String, ValueSource>of() : traffic.values();
        written.forEach((name, source) -> values.add(name, value(source), node -> node));
        if (!values.isEmpty()) {
            load.add("values", values.block());
        }
        connections(traffic.connections(), load);
    }

    private void connections(ConnectionPolicy connections, MappingWriter load) {
        load.unless(true, "keep-alive", connections.keepAlive(), YamlNodes::plain)
                .add(
                        "connect-timeout",
                        connections.connectTimeout().map(Units::text),
                        YamlNodes::plain)
                .words("source-addresses", connections.sourceAddresses())
                .add("tls", connections.tls(), this::tls)
                .unless(false, "http2", connections.http2().isPresent(), YamlNodes::plain)
                .add("streams", connections.http2().map(Http2Policy::streams), YamlNodes::plain)
                .add("grpc", connections.http2().flatMap(Http2Policy::grpc), this::grpc)
                .add("websocket", connections.webSocket(), LoadWriter::webSocket);
    }

    private static Node webSocket(WebSocketPolicy policy) {
        return new MappingWriter()
                .unless(0, "greetings", policy.greetings(), YamlNodes::plain)
                .unless(false, "binary", policy.binary(), YamlNodes::plain)
                .inline();
    }

    private Node tls(TlsPolicy policy) {
        return new MappingWriter()
                .unless(true, "insecure", policy.verified(), _ -> YamlNodes.plain(true))
                .add("cacert", policy.authorities(), this::file)
                .add("cert", policy.certificate(), this::file)
                .add("key", policy.key(), this::file)
                .add("version", policy.version(), version -> YamlNodes.text(version.label()))
                .unless(true, "resumption", policy.resumption(), YamlNodes::plain)
                .inline();
    }

    private Node grpc(GrpcPolicy policy) {
        var path = policy.proto().map(ProtoFile::path).orElse(List.of());
        return new MappingWriter()
                .add("protoset", policy.protoset(), this::file)
                .add("proto", policy.proto().map(ProtoFile::file), this::file)
                .words(
                        "proto-path",
                        path.stream().map(folder -> relative(folder).toString()).toList())
                .inline();
    }

    private Node file(Path path) {
        return YamlNodes.text(relative(path).toString());
    }

    private static void requests(Traffic traffic, MappingWriter load) {
        var first = traffic.requests().getFirst();
        if (traffic.protocol() == Protocol.LINE) {
            load.plain("protocol", Protocol.LINE.label()).text("line", first.body());
            timeout(traffic.timeout(), load);
        } else if (traffic.isMix() || !isAlone(first)) {
            load.add(
                    "requests",
                    YamlNodes.list(
                            traffic.requests().stream()
                                    .map(request -> weighted(request, traffic.isWebSocket()))
                                    .toList()));
            timeout(traffic.timeout(), load);
        } else {
            single(first, traffic.isWebSocket(), load);
        }
    }

    /// Whether a request needs no name and no weight.
    private static boolean isAlone(Request request) {
        return request.weight() == 1 && request.name().equals(defaultName(request));
    }

    private static String defaultName(Request request) {
        return request.method() + " " + request.path();
    }

    /// `path` for a GET request without headers and body, else `request`.
    private static void single(Request request, boolean isMessage, MappingWriter load) {
        boolean isPath =
                request.method().equals(Request.defaultMethod(false))
                        && request.headers().isEmpty()
                        && request.body().isEmpty();
        var keys = isPath ? load : new MappingWriter();
        content(request, isMessage, keys);
        timeout(request.timeout(), keys);
        if (!isPath) {
            load.add("request", keys.block());
        }
    }

    private static Node weighted(Request request, boolean isMessage) {
        var keys =
                new MappingWriter()
                        .unless(defaultName(request), "name", request.name(), YamlNodes::text)
                        .unless(1, "weight", request.weight(), YamlNodes::plain);
        content(request, isMessage, keys);
        return keys.block();
    }

    private static void content(Request request, boolean isMessage, MappingWriter keys) {
        boolean posts = !request.body().isEmpty() && !isMessage;
        keys.unless(Request.defaultMethod(posts), "method", request.method(), YamlNodes::word)
                .text("path", request.path())
                .texts("headers", request.headers())
                .unless("", "body", request.body(), YamlNodes::text);
    }

    private static void timeout(Duration timeout, MappingWriter keys) {
        keys.unless(
                Request.DEFAULT_TIMEOUT,
                "timeout",
                timeout,
                time -> YamlNodes.plain(Units.text(time)));
    }

    /// Empty for a variable of the environment, and for a secret, which becomes one in a file.
    private Optional<Node> value(ValueSource source) {
        return switch (source) {
            case ValueSource.Environment _, ValueSource.Secret _ -> Optional.empty();
            case ValueSource.Counter(var from) ->
                    Optional.of(keyed("counter", new MappingWriter().plain("from", from).inline()));
            case ValueSource.Uniform(var min, var max) ->
                    Optional.of(keyed("random", YamlNodes.plain(min + ".." + max)));
            case ValueSource.Bytes(var base64) ->
                    Optional.of(new MappingWriter().text("base64", base64).inline());
            case ValueSource.Column(var file, var column, var random) ->
                    Optional.of(
                            new MappingWriter()
                                    .text("csv", relative(file).toString())
                                    .text("column", column)
                                    .unless(false, "pick", random, _ -> YamlNodes.plain("random"))
                                    .inline());
        };
    }

    private static Node keyed(String key, Node value) {
        return new MappingWriter().add(key, value).inline();
    }

    /// The path from the folder of the file; where there is none, the absolute one.
    private Path relative(Path path) {
        if (path.startsWith(folder)) {
            return folder.relativize(path);
        }
        return folder.toString().isEmpty() ? path : path.toAbsolutePath();
    }
}
