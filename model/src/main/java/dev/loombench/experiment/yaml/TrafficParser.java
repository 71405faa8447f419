package dev.loombench.experiment.yaml;

import dev.loombench.experiment.Defaults;
import dev.loombench.requests.AccessLog;
import dev.loombench.requests.GivenRequests;
import dev.loombench.text.CsvTable;
import dev.loombench.text.TextFile;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.ExpectedStatuses;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.SecretHeaders;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Template;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Node;
import dev.loombench.yaml.Node.Mapping;
import dev.loombench.yaml.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parses the requests and values in `load`, and what it demands of responses.
final class TrafficParser {
    private static final int MAX_WEIGHT = 1_000_000;

    private static final Map<String, Protocol> PROTOCOLS =
            Values.byName(List.of(Protocol.HTTP, Protocol.LINE), Protocol::label);

    private static final Map<String, Streaming> STREAMING =
            Values.byName(List.of(Streaming.values()), Streaming::label);

    private static final Map<String, ErrorPolicy> ERROR_POLICIES =
            Values.byName(List.of(ErrorPolicy.values()), ErrorPolicy::label);

    private static final Pattern RANGE = Pattern.compile("(\\d{1,18})\\.\\.(\\d{1,18})");

    private static final List<String> KINDS = List.of("counter", "random", "csv", "file", "base64");

    private static final Map<String, Boolean> PICKS = Map.of("in-order", false, "random", true);

    private final MappingReader load;
    private final Path folder;
    private final Optional<AccessLog.Replayed> log;

    /// The content of `requests-file`, which is read once; empty when it is wrong.
    private Optional<Traffic> file = Optional.empty();

    private boolean fileRead;

    /// Whether the bodies are messages of WebSocket, whose handshake is a GET.
    private boolean messages;

    /// @param folder base of relative paths
    /// @param log to replay; empty where there is none, or it is wrong
    TrafficParser(MappingReader load, Path folder, Optional<AccessLog.Replayed> log) {
        this.load = load;
        this.folder = folder;
        this.log = log;
    }

    Optional<Traffic> traffic() {
        var streaming = load.read("streaming", Values.oneOf(STREAMING, "value of streaming"));
        messages = streaming.equals(Optional.of(Streaming.WEBSOCKET));
        int problemsBefore = load.problems().count();
        if (ReplayParser.hasRequests(load) && log.isEmpty()) {
            return Optional.empty(); // the log is wrong, which was reported
        }
        var requests = ofLog().map(this::withTimeout).orElseGet(this::requests);
        var connections = new ConnectionPolicyParser(load, folder).policy();
        var errors =
                load.read(
                        "errors",
                        Values.oneOf(ERROR_POLICIES, "value of errors"),
                        ErrorPolicy.DEFAULT);
        var expected =
                load.read(
                        "expect-status",
                        node -> ExpectedStatuses.of(Values.scalar(node)),
                        ExpectedStatuses.DEFAULT);
        var body = load.read("expect-body", Values::text);
        return traffic(requests, connections, errors, expected, problemsBefore)
                .flatMap(traffic ->
                        load.problems()
                                .attempt(
                                        load.location("expect-body"),
                                        () -> traffic.withExpectedBody(body)))
                .flatMap(traffic -> withStreaming(traffic, streaming))
                .map(traffic -> traffic.withReplay(log.map(AccessLog.Replayed::replay)))
                .map(traffic -> withDeadline(traffic));
    }

    private Optional<Traffic> withStreaming(Traffic traffic, Optional<Streaming> streaming) {
        if (!messages) {
            load.reject("websocket", "websocket needs streaming: websocket");
        }
        return load.problems().attempt(load.location(), () -> traffic.withStreaming(streaming));
    }

    /// The requests of a log to replay; empty where others are given.
    private Optional<GivenRequests> ofLog() {
        return log.flatMap(AccessLog.Replayed::requests);
    }

    private List<Request> withTimeout(GivenRequests given) {
        var timeout = load.read("timeout", Values::durationAboveZero, Request.DEFAULT_TIMEOUT);
        return given.requests().stream().map(request -> request.withTimeout(timeout)).toList();
    }

    private Traffic withDeadline(Traffic traffic) {
        var deadline =
                load.read(
                        "deadline",
                        node -> {
                            var time = Values.durationAboveZero(node);
                            var _ = traffic.withDeadline(Optional.of(time)); // below the timeout
                            return time;
                        });
        return traffic.withDeadline(deadline);
    }

    /// The traffic of a file with only requests and values.
    Optional<Traffic> traffic(ConnectionPolicy connections, Duration timeout, boolean messages) {
        this.messages = messages;
        int problemsBefore = load.problems().count();
        return traffic(
                mix(timeout),
                connections,
                ErrorPolicy.DEFAULT,
                ExpectedStatuses.DEFAULT,
                problemsBefore);
    }

    private Optional<Traffic> traffic(
            List<Request> requests,
            ConnectionPolicy connections,
            ErrorPolicy errors,
            ExpectedStatuses expected,
            int problemsBefore) {
        var values = new LinkedHashMap<>(fromFile().map(Traffic::values).orElseGet(this::values));
        if (load.problems().count() > problemsBefore) {
            return Optional.empty();
        }
        ofLog().ifPresent(given -> given.values().forEach(values::putIfAbsent));
        ValueSource.Environment.of(requests).forEach(values::putIfAbsent);
        if (requests.isEmpty()) {
            load.problems().add(load.location(), "a load needs at least one request");
            return Optional.empty();
        }
        return load.problems()
                .attempt(
                        load.location(),
                        () -> new Traffic(requests, values, connections, errors, expected));
    }

    private List<Request> requests() {
        var protocol = load.read("protocol", Values.oneOf(PROTOCOLS, "protocol"));
        if (protocol.isEmpty() && load.has("protocol")) {
            return List.of(); // the required keys depend on the protocol
        }
        return switch (protocol.orElse(Defaults.PROTOCOL)) {
            case HTTP, GRPC -> {
                load.reject("line", "line needs protocol: line");
                yield http();
            }
            case LINE -> {
                for (var key :
                        List.of(
                                "request",
                                "requests",
                                "requests-file",
                                "path",
                                "expect-status",
                                "expect-body")) {
                    load.reject(
                            key, key + " needs protocol: http; protocol: line sends only a line");
                }
                yield line();
            }
        };
    }

    private List<Request> line() {
        var text = load.read("line", node -> Request.checkedLine(Values.text(node)), Defaults.LINE);
        var timeout = load.read("timeout", Values::durationAboveZero, Request.DEFAULT_TIMEOUT);
        return List.of(Request.line(text, timeout));
    }

    /// The requests and values of `requests-file`; empty where there is none, or it is wrong.
    private Optional<Traffic> fromFile() {
        if (!load.has("requests-file")) {
            return Optional.empty();
        }
        if (!fileRead) {
            fileRead = true;
            file =
                    load.read(
                            "requests-file",
                            node ->
                                    ExperimentReader.requests(
                                            folder.resolve(Values.path(node)),
                                            ConnectionPolicy.DEFAULT,
                                            load.read(
                                                    "timeout",
                                                    Values::durationAboveZero,
                                                    Request.DEFAULT_TIMEOUT),
                                            messages));
        }
        return file;
    }

    private List<Request> http() {
        if (load.has("requests-file")) {
            rejectMisplaced("requests-file", List.of("request", "requests", "path", "values"));
            return fromFile().map(Traffic::requests).orElse(List.of());
        }
        if (load.has("requests")) {
            rejectMisplaced("requests", List.of("request", "path"));
            return mix(load.read("timeout", Values::durationAboveZero, Request.DEFAULT_TIMEOUT));
        }
        if (!load.has("request")) {
            return request(load).stream().toList();
        }
        rejectMisplaced("request", List.of("path", "timeout"));
        return load.section("request", "a request", Keys.REQUEST).stream()
                .flatMap(section -> request(section).stream())
                .toList();
    }

    private List<Request> mix(Duration timeout) {
        return load.list("requests", Values::mapping).stream()
                .map(mapping -> new MappingReader("a request", mapping, load.problems()))
                .flatMap(section -> weighted(section, timeout).stream())
                .toList();
    }

    private void rejectMisplaced(String key, List<String> others) {
        for (var other : others) {
            load.reject(
                    other,
                    "%s cannot be combined with %s; move it into %s".formatted(other, key, key));
        }
    }

    private Optional<Request> weighted(MappingReader section, Duration timeout) {
        section.allow(Keys.WEIGHTED_REQUEST);
        var name = section.read("name", Values::line);
        int weight = section.read("weight", Values.whole(1, MAX_WEIGHT), 1);
        return plain(section, timeout)
                .map(r ->
                        new Request(
                                name.orElse(r.name()),
                                weight,
                                r.method(),
                                r.path(),
                                r.headers(),
                                r.body(),
                                r.timeout()));
    }

    private Optional<Request> request(MappingReader section) {
        return plain(
                section,
                section.read("timeout", Values::durationAboveZero, Request.DEFAULT_TIMEOUT));
    }

    private Optional<Request> plain(MappingReader section, Duration timeout) {
        var method = section.read("method", node -> Request.checkedMethod(Values.text(node)));
        var path = section.require("path", node -> Request.checkedPath(Values.text(node)));
        var headers = section.map("headers", (name, node) -> header(name, Values.scalar(node)));
        var body = section.read("body", TrafficParser::body, "");
        boolean posts = !body.isEmpty() && !messages;
        return path.map(p ->
                new Request(
                        method.orElse(Request.defaultMethod(posts)), p, headers, body, timeout));
    }

    private static String header(String name, String value) {
        SecretHeaders.requireNone(name, value);
        return Request.checkedHeader(name, value);
    }

    private static String body(Node node) {
        var text = Values.text(node);
        Template.of(text);
        return text;
    }

    private Map<String, ValueSource> values() {
        var values = new LinkedHashMap<String, ValueSource>();
        load.read("values", Values::mapping).stream()
                .flatMap(mapping -> mapping.entries().entrySet().stream())
                .forEach(entry ->
                        load.problems()
                                .attempt(
                                        entry.getValue().location(),
                                        () -> Template.checkedName(entry.getKey()))
                                .flatMap(name -> value(entry.getValue().value()))
                                .ifPresent(value -> values.put(entry.getKey(), value)));
        return values;
    }

    private Optional<ValueSource> value(Node node) {
        return load.problems()
                .attempt(node.location(), () -> Values.mapping(node))
                .flatMap(this::value);
    }

    private Optional<ValueSource> value(Mapping mapping) {
        var value = new MappingReader("a value", mapping, load.problems());
        int problemsBefore = load.problems().count();
        value.allow(Keys.VALUE);
        long kinds = KINDS.stream().filter(value::has).count();
        if (kinds != 1) {
            load.problems()
                    .add(
                            mapping.location(),
                            "a value needs exactly one of counter, random, csv, file and base64");
        }
        if (!value.has("csv")) {
            value.reject("column", "column needs csv");
            value.reject("pick", "pick needs csv");
        }
        if (load.problems().count() > problemsBefore) {
            return Optional.empty();
        }
        if (value.has("counter")) {
            return counter(value);
        }
        if (value.has("random")) {
            return value.read("random", TrafficParser::range);
        }
        return value.has("csv") ? column(value) : bytes(value);
    }

    private static Optional<ValueSource> counter(MappingReader value) {
        return value.section("counter", "a counter", Keys.COUNTER)
                .map(section ->
                        new ValueSource.Counter(
                                section.read("from", Values.whole(0, Integer.MAX_VALUE), 1)));
    }

    /// Those of a file are read once, and belong to the experiment from then on.
    private Optional<ValueSource> bytes(MappingReader value) {
        return value.has("base64")
                ? value.read("base64", node -> new ValueSource.Bytes(Values.text(node)))
                : value.read(
                        "file",
                        node ->
                                ValueSource.Bytes.of(
                                        TextFile.bytes(
                                                folder.resolve(Values.path(node)),
                                                TextFile.MAX_BYTES)));
    }

    private static ValueSource range(Node node) {
        var range = RANGE.matcher(Values.scalar(node));
        if (!range.matches()) {
            throw new WrongInput(
                    "expected a range like 1..1000, found "
                            + TextSanitizer.quoted(Values.scalar(node)));
        }
        return new ValueSource.Uniform(
                Long.parseLong(range.group(1)), Long.parseLong(range.group(2)));
    }

    /// Reads the file once, to report its errors before anything runs.
    private Optional<ValueSource> column(MappingReader value) {
        var table = value.read("csv", node -> CsvTable.read(folder.resolve(Values.path(node))));
        var column =
                value.require(
                        "column",
                        node -> {
                            var name = Values.scalar(node);
                            table.ifPresent(t -> t.column(name));
                            return name;
                        });
        var random = value.read("pick", Values.oneOf(PICKS, "value of pick"), false);
        var file = value.read("csv", Values::path).map(folder::resolve);
        return table.flatMap(_ -> column)
                .flatMap(c -> file.map(f -> new ValueSource.Column(f, c, random)));
    }
}
