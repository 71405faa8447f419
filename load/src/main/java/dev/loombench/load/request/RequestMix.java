package dev.loombench.load.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.base.RandomStream;
import dev.loombench.load.request.EncodedRequests.RequestKind;
import dev.loombench.load.request.RequestBytes.Piece;
import dev.loombench.requests.RecordedArrivals;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import dev.loombench.traffic.WebSocketPolicy;
import dev.loombench.websocket.OpeningHandshake;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// The requests of a load, encoded once for all workers, and the share of each worker.
///
/// Every worker has its own [random streams][RandomStream]: one for the choice of requests, and one
/// per random value and per file of random rows, in the order of their first use. Of a counter, and
/// of rows in order, worker k of n takes every n-th, starting with the k-th; so no number occurs
/// twice.
public final class RequestMix {
    /// Limit of the memory for requests with values: each connection needs its own.
    static final long MAX_MEMORY = 1L << 30;

    /// Limit of the header block of HTTP/2.
    private static final int MAX_HEAD = 48 * 1024;

    private final Traffic traffic;
    private final List<RequestBytes> requests;
    private final List<@Nullable EncodedRequest> fixed;
    private final CsvColumns cells;
    private final Optional<RecordedArrivals> arrivals;
    private final long seed;
    private final boolean holdsCalls;
    private final Set<String> unary;

    /// A mix with the variables of this process's environment.
    public RequestMix(Traffic traffic, InetSocketAddress target, long seed) {
        this(traffic, target, seed, System.getenv());
    }

    /// A mix of requests that end.
    ///
    /// @param environment variables that requests may name
    /// @throws WrongInput as the other
    public RequestMix(
            Traffic traffic, InetSocketAddress target, long seed, Map<String, String> environment) {
        this(traffic, target, seed, environment, false, Set.of());
    }

    /// @param environment variables that requests may name
    /// @param holdsCalls whether its calls of gRPC have streams of responses that are held
    /// @param unary names of the requests that are unary calls of gRPC
    /// @throws WrongInput when a file of values or of arrivals cannot be read, or a value would
    ///   break a header or a line
    public RequestMix(
            Traffic traffic,
            InetSocketAddress target,
            long seed,
            Map<String, String> environment,
            boolean holdsCalls,
            Set<String> unary) {
        this.holdsCalls = holdsCalls;
        this.unary = unary;
        cells = new CsvColumns(environment);
        this.traffic = traffic;
        this.seed = seed;
        arrivals = traffic.replay().map(RecordedArrivals::of);
        requests = traffic.requests().stream().map(request -> bytes(request, target)).toList();
        fixed = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            var content = content(traffic.requests().get(i));
            fixed.add(requests.get(i).isFixed() ? encoded(requests.get(i), content) : null);
        }
    }

    /// The request, with the header by which a client accepts server-sent events, unless it has
    /// one; it accepts no compressed stream, in which events could not be found.
    private Request accepting(Request request) {
        if (!traffic.streaming().equals(Optional.of(Streaming.EVENTS))) {
            return request;
        }
        var headers = new LinkedHashMap<>(request.headers());
        if (headers.keySet().stream().noneMatch("accept"::equalsIgnoreCase)) {
            headers.put("Accept", "text/event-stream");
        }
        headers.replaceAll(
                (name, value) -> name.equalsIgnoreCase("accept-encoding") ? "identity" : value);
        return new Request(
                request.name(),
                request.weight(),
                request.method(),
                request.path(),
                headers,
                request.body(),
                request.timeout());
    }

    /// The request that opens a connection of WebSocket, with a key to replace.
    ///
    /// @throws WrongInput when its path or a header changes from request to request
    public byte[] handshake(InetSocketAddress target) {
        var first = traffic.requests().getFirst();
        var headers = new LinkedHashMap<>(first.headers());
        headers.putAll(OpeningHandshake.headers(OpeningHandshake.key(0, 0)));
        var request =
                RequestBytes.of(
                        new Request("GET", first.path(), headers, "", first.timeout()),
                        target,
                        isSecured(),
                        true,
                        this::constant);
        if (!request.isFixed()) {
            throw new WrongInput(
                    "the handshake of WebSocket is the same for all connections, and its path and headers must not have values that change");
        }
        return request.bytes();
    }

    /// What the messages of WebSocket are.
    public WebSocketPolicy webSocket() {
        return traffic.webSocket();
    }

    /// The longest message of WebSocket, bytes.
    public long longestMessage() {
        long longest = 0;
        var generators = new Generators(0, 1);
        for (var request : requests) {
            longest =
                    Math.max(
                            longest,
                            request.isFixed()
                                    ? request.bytes().length
                                    : template(request, ContentKind.ANY, generators).maxLength());
        }
        return longest;
    }

    private RequestBytes bytes(Request request, InetSocketAddress target) {
        if (traffic.isWebSocket()) {
            var message = RequestBytes.message(request, this::constant);
            return traffic.webSocket().binary() ? message.decoded() : message;
        }
        var connections = traffic.connections();
        var sent = accepting(request);
        if (connections.http2().isEmpty()) {
            return RequestBytes.of(
                    sent, target, isSecured(), connections.keepAlive(), this::constant);
        }
        return traffic.isGrpc()
                ? RequestBytes.ofGrpc(sent, target, isSecured(), !holdsCalls, this::constant)
                : RequestBytes.ofHttp2(sent, target, isSecured(), this::constant);
    }

    private boolean isSecured() {
        return traffic.connections().tls().isPresent();
    }

    private EncodedRequest encoded(RequestBytes request, ContentKind content) {
        if (traffic.connections().http2().isEmpty()) {
            return EncodedRequest.of(request.bytes());
        }
        checkHead(request.headLength());
        return EncodedRequest.of(request.bytes(), request.headLength(), content);
    }

    /// A header block is written whole.
    private void checkHead(long length) {
        if (traffic.connections().http2().isPresent() && length > MAX_HEAD) {
            throw new WrongInput(
                    "the headers of a request have up to %,d bytes, and with HTTP/2 at most %,d are sent"
                            .formatted(length, MAX_HEAD));
        }
    }

    private ContentKind content(Request request) {
        if (unary.contains(request.name())) {
            return ContentKind.ONE_MESSAGE;
        }
        return request.method().equals("HEAD") ? ContentKind.NONE : ContentKind.ANY;
    }

    /// The names under which requests are counted.
    public List<String> names() {
        return traffic.requests().stream().map(request -> request.name()).toList();
    }

    /// @param worker index from 0
    /// @param connections of that worker
    /// @param allConnections of all workers of this process
    /// @throws WrongInput when requests with values would need more than 1 GiB
    public EncodedRequests forWorker(int worker, int workers, int connections, int allConnections) {
        var generators = new Generators(worker, workers);
        var kinds = new ArrayList<RequestKind>();
        for (int i = 0; i < requests.size(); i++) {
            var shared = fixed.get(i);
            var request = traffic.requests().get(i);
            var own = shared == null ? null : shared.view();
            var template =
                    shared == null ? template(requests.get(i), content(request), generators) : null;
            kinds.add(new RequestKind(request, traffic.streaming(), own, template));
        }
        long bytesPerConnection = kinds.stream().mapToLong(RequestKind::maxLength).max().orElse(0);
        if (bytesPerConnection * allConnections > MAX_MEMORY) {
            throw new WrongInput(
                    "requests with values need memory per connection, and %,d bytes on %,d connections"
                                    .formatted(bytesPerConnection, allConnections)
                            + " exceed the limit of 1 GiB");
        }
        var weights = traffic.requests().stream().mapToInt(request -> request.weight()).toArray();
        return new EncodedRequests(
                kinds,
                weights,
                traffic.expectedStatuses(),
                traffic.isGrpc(),
                holdsCalls,
                RandomStream.REQUEST_CHOICE.random(seed, worker),
                arrivals,
                connections,
                (int) bytesPerConnection);
    }

    private RequestTemplate template(
            RequestBytes request, ContentKind content, Generators generators) {
        var length = new ValueGenerator.Length();
        var generatorsByKey = new LinkedHashMap<Object, ValueGenerator>();
        var head = segments(request.head(), generators, length, generatorsByKey);
        var body = segments(request.body(), generators, length, generatorsByKey);
        var all = new ArrayList<>(head);
        all.addAll(body);
        var template =
                new RequestTemplate(
                        List.copyOf(generatorsByKey.values()), all, body, length, content);
        checkHead(template.maxHeadLength());
        return template;
    }

    private List<Segment> segments(
            List<Piece> pieces,
            Generators generators,
            ValueGenerator.Length length,
            Map<Object, ValueGenerator> generatorsByKey) {
        var segments = new ArrayList<Segment>();
        for (var piece : pieces) {
            segments.add(
                    switch (piece) {
                        case RequestBytes.Fixed fixedPiece -> new Segment.Fixed(fixedPiece.bytes);
                        case RequestBytes.BodyLength() -> new Segment.Digits(length);
                        case RequestBytes.StringLength(var string) ->
                                new Segment.StringLength(
                                        segments(string, generators, length, generatorsByKey));
                        case RequestBytes.Value value ->
                                segment(value, generators, generatorsByKey);
                    });
        }
        return segments;
    }

    private Segment segment(
            RequestBytes.Value value,
            Generators generators,
            Map<Object, ValueGenerator> generatorsByKey) {
        return switch (source(value)) {
            case ValueSource.Counter counter -> {
                var number = generators.number(value.name(), counter);
                generatorsByKey.put(value.name(), number);
                yield new Segment.Digits(number);
            }
            case ValueSource.Uniform uniform -> {
                var number = generators.number(value.name(), uniform);
                generatorsByKey.put(value.name(), number);
                yield new Segment.Digits(number);
            }
            case ValueSource.Column column -> {
                var row = generators.row(column);
                generatorsByKey.put(new Rows(column.file(), column.random()), row);
                yield new Segment.Cell(row, cells.encoded(column, value.where()));
            }
            case ValueSource.Environment _, ValueSource.Secret _, ValueSource.Bytes _ ->
                    throw new IllegalStateException(value.name() + " never changes");
        };
    }

    private ValueSource source(RequestBytes.Value value) {
        var source = traffic.values().get(value.name());
        if (source == null) {
            throw new IllegalStateException("no value " + value.name() + " in " + traffic);
        }
        return source;
    }

    /// The bytes of a value that never changes; empty for others.
    private Optional<byte[]> constant(RequestBytes.Value value) {
        return switch (source(value)) {
            case ValueSource.Environment(var variable) ->
                    Optional.of(cells.encodedVariable(variable, value.where()));
            case ValueSource.Secret secret ->
                    Optional.of(secret.known(value.name()).getBytes(UTF_8));
            case ValueSource.Bytes bytes -> Optional.of(bytes.content());
            case ValueSource.Counter _, ValueSource.Uniform _, ValueSource.Column _ ->
                    Optional.empty();
        };
    }

    /// Columns of the same file with the same order share a row.
    private record Rows(Path file, boolean random) {}

    /// The value generators of one worker, shared by its requests.
    private final class Generators {
        private final int worker;
        private final int workers;
        private final Map<String, ValueGenerator.Whole> numbers = new LinkedHashMap<>();
        private final Map<Rows, ValueGenerator.Row> rows = new LinkedHashMap<>();
        private int streams;

        Generators(int worker, int workers) {
            this.worker = worker;
            this.workers = workers;
        }

        ValueGenerator.Whole number(String name, ValueSource.Counter counter) {
            return numbers.computeIfAbsent(
                    name, _ -> new ValueGenerator.Count(counter.from() + worker, workers));
        }

        ValueGenerator.Whole number(String name, ValueSource.Uniform uniform) {
            return numbers.computeIfAbsent(
                    name,
                    _ -> new ValueGenerator.Uniform(uniform.min(), uniform.max(), nextStream()));
        }

        ValueGenerator.Row row(ValueSource.Column column) {
            int count = cells.rows(column);
            return rows.computeIfAbsent(
                    new Rows(column.file(), column.random()),
                    key ->
                            key.random()
                                    ? new ValueGenerator.RandomRow(count, nextStream())
                                    : new ValueGenerator.Cycle(worker, workers, count));
        }

        /// Names do not decide, so no two values share a stream, and a file may be in any folder.
        private SplittableRandom nextStream() {
            long ofValue = RandomStream.REQUEST_VALUES.seed(seed, streams++);
            return RandomStream.REQUEST_VALUES.random(ofValue, worker);
        }
    }
}
