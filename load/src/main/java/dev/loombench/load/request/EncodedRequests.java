package dev.loombench.load.request;

import dev.loombench.http.EventStreamParser;
import dev.loombench.http.HeadCache;
import dev.loombench.http.LineParser;
import dev.loombench.http.MessageParser;
import dev.loombench.http.ProtocolParser;
import dev.loombench.http.ResponseParser;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.requests.RecordedArrivals;
import dev.loombench.traffic.ExpectedStatuses;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Picks a worker's next request and provides its bytes. Allocates only when created.
public final class EncodedRequests {
    /// RFC 9110, section 9.2.2.
    private static final Set<String> IDEMPOTENT =
            Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

    private static final int HTTP_OK = 200;

    private final RequestKind[] kinds;

    /// [kinds] cumulative weights.
    private final int[] cumulativeWeights;

    private final ExpectedStatuses expected;
    private final boolean isGrpc;
    private final boolean holdsCalls;
    private final SplittableRandom random;

    private final Optional<RecordedArrivals> arrivals;

    /// Memory per connection for requests with values; empty where no request has any.
    private final EncodedRequest[] perConnection;

    /// A request of the mix.
    public static final class RequestKind {
        final Protocol protocol;

        /// Whether its method is HEAD.
        public final boolean isHead;

        /// Whether sending it twice has the same effect as sending it once.
        public final boolean idempotent;

        /// The cached head of its responses.
        public final HeadCache headCache = new HeadCache();

        /// Its bytes, if they never change.
        final @Nullable EncodedRequest fixed;

        private final @Nullable RequestTemplate template;

        /// What follows the request; empty for a single response.
        final Optional<Streaming> streaming;

        /// @param fixed or else `template`
        RequestKind(
                Request request,
                Optional<Streaming> streaming,
                @Nullable EncodedRequest fixed,
                @Nullable RequestTemplate template) {
            protocol = request.protocol();
            isHead = request.method().equals("HEAD");
            this.streaming = streaming;
            boolean isMessage = streaming.equals(Optional.of(Streaming.WEBSOCKET));
            idempotent = !isMessage && IDEMPOTENT.contains(request.method());
            this.fixed = fixed;
            this.template = template;
        }

        /// Bytes that each connection needs for it.
        long maxLength() {
            return template == null ? 0 : template.maxLength();
        }
    }

    /// @param weights of the kinds
    /// @param expected the statuses of good responses
    /// @param isGrpc whether good responses have the status 0 of gRPC instead
    /// @param holdsCalls whether they are calls of gRPC whose streams of responses are held
    /// @param random for the choice between them
    /// @param arrivals to replay; empty for others
    /// @param bytesPerConnection memory that each connection needs
    EncodedRequests(
            List<RequestKind> kinds,
            int[] weights,
            ExpectedStatuses expected,
            boolean isGrpc,
            boolean holdsCalls,
            SplittableRandom random,
            Optional<RecordedArrivals> arrivals,
            int connections,
            int bytesPerConnection) {
        this.expected = expected;
        this.isGrpc = isGrpc;
        this.holdsCalls = holdsCalls;
        this.kinds = kinds.toArray(RequestKind[]::new);
        this.random = random;
        this.arrivals = arrivals;
        cumulativeWeights = weights.clone();
        Arrays.parallelPrefix(cumulativeWeights, Integer::sum);
        perConnection = new EncodedRequest[bytesPerConnection == 0 ? 0 : connections];
        var memory = Arena.ofAuto().allocate((long) bytesPerConnection * perConnection.length);
        for (int i = 0; i < perConnection.length; i++) {
            perConnection[i] =
                    new EncodedRequest(
                            memory.asSlice((long) i * bytesPerConnection, bytesPerConnection));
        }
    }

    /// Creates a parser for the responses of a connection.
    ///
    /// @param held whether a stream stays open after its first event
    public ProtocolParser parser(boolean held) {
        var first = kinds[0];
        if (first.streaming.isPresent()) {
            return switch (first.streaming.get()) {
                case EVENTS -> new EventStreamParser(first.headCache, held);
                case WEBSOCKET -> new MessageParser();
            };
        }
        return switch (first.protocol) {
            case HTTP, GRPC -> new ResponseParser(first.isHead, first.headCache);
            case LINE -> new LineParser();
        };
    }

    /// The error of a complete response; null for a good one.
    ///
    /// @param status 0 where the protocol has none
    public @Nullable ErrorKind error(int status) {
        return status == 0 || expected.contains(status) ? null : ErrorKind.ofStatus(status);
    }

    /// The arrivals to replay; empty for others.
    public Optional<RecordedArrivals> arrivals() {
        return arrivals;
    }

    /// The error of a complete response of HTTP/2; null for a good one.
    ///
    /// @param grpcStatus -1 without one
    public @Nullable ErrorKind error(int status, int grpcStatus) {
        if (!isGrpc) {
            return error(status);
        }
        if (status != HTTP_OK) {
            return ErrorKind.ofStatus(status);
        }
        return grpcStatus == 0 ? null : ErrorKind.GRPC_STATUS;
    }

    /// Whether they are calls of gRPC.
    public boolean isGrpc() {
        return isGrpc;
    }

    /// Whether they are calls of gRPC whose streams of responses are held after the first message.
    public boolean holdsCalls() {
        return holdsCalls;
    }

    /// Whether their responses are streams of server-sent events.
    public boolean isOfEvents() {
        return kinds[0].streaming.equals(Optional.of(Streaming.EVENTS));
    }

    int count() {
        return kinds.length;
    }

    /// The index of the next request's kind.
    public int nextKind() {
        return kinds.length == 1 ? 0 : pickKind();
    }

    private int pickKind() {
        int index =
                Arrays.binarySearch(
                        cumulativeWeights,
                        random.nextInt(cumulativeWeights[cumulativeWeights.length - 1]) + 1);
        return index < 0 ? -index - 1 : index;
    }

    public RequestKind kind(int number) {
        return kinds[number];
    }

    /// The bytes to send; those with values are refilled, and stay valid until the connection's
    /// next request.
    public EncodedRequest prepare(RequestKind kind, int connection) {
        return kind.fixed != null ? kind.fixed : fill(kind, perConnection[connection]);
    }

    /// The bytes of the connection's present request, as sent before.
    public EncodedRequest current(RequestKind kind, int connection) {
        return kind.fixed != null ? kind.fixed : perConnection[connection];
    }

    private static EncodedRequest fill(RequestKind kind, EncodedRequest into) {
        if (kind.template == null) {
            throw new IllegalStateException("a request is fixed or has a template");
        }
        kind.template.fill(into);
        return into;
    }
}
