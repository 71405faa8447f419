package dev.loombench.load.request;

import dev.loombench.load.http.HeadCache;
import dev.loombench.load.http.LineParser;
import dev.loombench.load.http.ProtocolParser;
import dev.loombench.load.http.ResponseParser;
import dev.loombench.spec.load.ExpectedStatuses;
import dev.loombench.spec.load.Protocol;
import dev.loombench.spec.load.Request;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Which request leaves next, and its bytes; one a loop. Never allocates once made.
public final class EncodedRequests {
    /// RFC 9110, section 9.2.2.
    private static final Set<String> IDEMPOTENT =
            Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

    private final RequestKind[] kinds;

    /// [kinds] sums of the weights so far.
    private final int[] upTo;

    private final ExpectedStatuses expected;
    private final SplittableRandom random;

    /// Room for requests with values, a piece for each connection; none where no request has any.
    private final EncodedRequest[] own;

    /// One of the requests that are mixed.
    public static final class RequestKind {
        final Protocol protocol;

        /// Whether its method is HEAD.
        public final boolean toHead;

        /// Whether sending it twice does what sending it once does.
        public final boolean idempotent;

        /// What its answers begin with.
        public final HeadCache known = new HeadCache();

        /// It, where it is always the same.
        final @Nullable EncodedRequest fixed;

        private final @Nullable RequestTemplate form;

        /// @param fixed or else `form`
        RequestKind(
                Request request, @Nullable EncodedRequest fixed, @Nullable RequestTemplate form) {
            protocol = request.protocol();
            toHead = request.method().equals("HEAD");
            idempotent = IDEMPOTENT.contains(request.method());
            this.fixed = fixed;
            this.form = form;
        }

        /// Bytes that a connection needs of its own for it.
        long longest() {
            return form == null ? 0 : form.longest();
        }
    }

    /// @param weights of the kinds
    /// @param expected the statuses of good responses
    /// @param random of the choice between them
    /// @param room bytes that each connection needs of its own
    EncodedRequests(
            List<RequestKind> kinds,
            int[] weights,
            ExpectedStatuses expected,
            SplittableRandom random,
            int connections,
            int room) {
        this.expected = expected;
        this.kinds = kinds.toArray(RequestKind[]::new);
        this.random = random;
        upTo = weights.clone();
        Arrays.parallelPrefix(upTo, Integer::sum);
        own = new EncodedRequest[room == 0 ? 0 : connections];
        var memory = Arena.ofAuto().allocate((long) room * own.length);
        for (int i = 0; i < own.length; i++) {
            own[i] = new EncodedRequest(memory.asSlice((long) i * room, room));
        }
    }

    /// A new one for the answers of a connection.
    public ProtocolParser parser() {
        var first = kinds[0];
        return switch (first.protocol) {
            case HTTP -> new ResponseParser(first.toHead, first.known, expected);
            case LINE -> new LineParser();
        };
    }

    int count() {
        return kinds.length;
    }

    /// The kind of the next request, by its number.
    public int draw() {
        return kinds.length == 1 ? 0 : drawn();
    }

    private int drawn() {
        int at = Arrays.binarySearch(upTo, random.nextInt(upTo[upTo.length - 1]) + 1);
        return at < 0 ? -at - 1 : at;
    }

    public RequestKind kind(int number) {
        return kinds[number];
    }

    /// The bytes to send; those with values are filled anew, and stay until the connection's next
    /// request.
    public EncodedRequest of(RequestKind kind, int connection) {
        return kind.fixed != null ? kind.fixed : filled(kind, own[connection]);
    }

    /// The bytes that the connection's present request had when it was sent.
    public EncodedRequest again(RequestKind kind, int connection) {
        return kind.fixed != null ? kind.fixed : own[connection];
    }

    private static EncodedRequest filled(RequestKind kind, EncodedRequest into) {
        if (kind.form == null) {
            throw new IllegalStateException("a request is fixed or has a form");
        }
        kind.form.fill(into);
        return into;
    }
}
