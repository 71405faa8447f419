package dev.loombench.load.request;

import dev.loombench.load.request.EncodedRequests.RequestKind;
import dev.loombench.load.request.RequestBytes.Piece;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.load.ValueSource;
import dev.loombench.spec.text.SpecError;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// What a load sends, encoded once for all its loops, and what each loop has of it.
///
/// Every loop has random streams of its own, split from the seed: one for the choice of requests
/// and one for each value. Of a counter, and of rows in order, loop k of n has every n-th, from the
/// k-th on; so no number comes twice.
public final class RequestMix {
    /// Each connection has room of its own for a request with values.
    static final long MOST_ROOM = 1L << 30;

    private static final long CHOICE_SALT = 0x9E3779B97F4A7C15L;

    private final TrafficSpec traffic;
    private final List<RequestBytes> requests;
    private final List<@Nullable EncodedRequest> fixed;
    private final CsvColumns cells = new CsvColumns();
    private final long seed;

    /// @throws SpecError when a file of values cannot be read, or a value would break a header or a
    ///   line
    public RequestMix(TrafficSpec traffic, InetSocketAddress target, long seed) {
        this.traffic = traffic;
        this.seed = seed;
        boolean kept = traffic.connections().keepAlive();
        requests =
                traffic.requests().stream()
                        .map(request -> RequestBytes.of(request, target, kept))
                        .toList();
        fixed = new ArrayList<>();
        for (var request : requests) {
            fixed.add(request.isFixed() ? EncodedRequest.of(request.bytes()) : null);
        }
    }

    /// The names by which requests are counted.
    public List<String> names() {
        return traffic.requests().stream().map(request -> request.name()).toList();
    }

    /// @param loop from 0
    /// @param connections of that loop
    /// @param ofAll connections of all loops
    /// @throws SpecError when requests with values would take more than 1 GiB
    public EncodedRequests forLoop(int loop, int loops, int connections, int ofAll) {
        var draws = new Draws(loop, loops);
        var kinds = new ArrayList<RequestKind>();
        for (int i = 0; i < requests.size(); i++) {
            var ready = fixed.get(i);
            var form = ready == null ? form(requests.get(i), draws) : null;
            kinds.add(new RequestKind(traffic.requests().get(i), ready, form));
        }
        long room = kinds.stream().mapToLong(RequestKind::longest).max().orElse(0);
        if (room * ofAll > MOST_ROOM) {
            throw new SpecError(
                    "requests with values need room on each connection, and %,d bytes on %,d are too"
                                    .formatted(room, ofAll)
                            + " much: 1 GiB is the most");
        }
        var weights = traffic.requests().stream().mapToInt(request -> request.weight()).toArray();
        return new EncodedRequests(
                kinds,
                weights,
                traffic.expectedStatuses(),
                draws.random(CHOICE_SALT),
                connections,
                (int) room);
    }

    private RequestTemplate form(RequestBytes request, Draws draws) {
        var length = new ValueGenerator.Length();
        var used = new LinkedHashMap<Object, ValueGenerator>();
        var head = slots(request.head(), draws, length, used);
        var body = slots(request.body(), draws, length, used);
        var all = new ArrayList<>(head);
        all.addAll(body);
        return new RequestTemplate(List.copyOf(used.values()), all, body, length);
    }

    private List<Segment> slots(
            List<Piece> pieces,
            Draws draws,
            ValueGenerator.Length length,
            Map<Object, ValueGenerator> used) {
        var slots = new ArrayList<Segment>();
        for (var piece : pieces) {
            slots.add(
                    switch (piece) {
                        case RequestBytes.Fixed fixedPiece -> new Segment.Fixed(fixedPiece.bytes);
                        case RequestBytes.BodyLength() -> new Segment.Digits(length);
                        case RequestBytes.Value value -> slot(value, draws, used);
                    });
        }
        return slots;
    }

    private Segment slot(RequestBytes.Value value, Draws draws, Map<Object, ValueGenerator> used) {
        var source = traffic.values().get(value.name());
        return switch (source) {
            case ValueSource.Counter counter -> {
                var number = draws.number(value.name(), counter);
                used.put(value.name(), number);
                yield new Segment.Digits(number);
            }
            case ValueSource.Uniform uniform -> {
                var number = draws.number(value.name(), uniform);
                used.put(value.name(), number);
                yield new Segment.Digits(number);
            }
            case ValueSource.Column column -> {
                var row = draws.row(column);
                used.put(new Rows(column.file(), column.random()), row);
                yield new Segment.Cell(row, cells.of(column, value.where()));
            }
            case null ->
                    throw new IllegalStateException("no value " + value.name() + " in " + traffic);
        };
    }

    /// Columns of the same file, taken the same way, stand in the same row.
    private record Rows(Path file, boolean random) {}

    /// The draws of one loop, shared by its requests.
    private final class Draws {
        private final int loop;
        private final int loops;
        private final Map<String, ValueGenerator.Whole> numbers = new LinkedHashMap<>();
        private final Map<Rows, ValueGenerator.Row> rows = new LinkedHashMap<>();

        Draws(int loop, int loops) {
            this.loop = loop;
            this.loops = loops;
        }

        ValueGenerator.Whole number(String name, ValueSource.Counter counter) {
            return numbers.computeIfAbsent(
                    name, _ -> new ValueGenerator.Count(counter.from() + loop, loops));
        }

        ValueGenerator.Whole number(String name, ValueSource.Uniform uniform) {
            return numbers.computeIfAbsent(
                    name,
                    _ ->
                            new ValueGenerator.Uniform(
                                    uniform.min(), uniform.max(), random(name.hashCode())));
        }

        ValueGenerator.Row row(ValueSource.Column column) {
            int count = cells.rows(column);
            return rows.computeIfAbsent(
                    new Rows(column.file(), column.random()),
                    key ->
                            key.random()
                                    ? new ValueGenerator.AnyRow(
                                            count, random(fileName(key).hashCode()))
                                    : new ValueGenerator.Cycle(loop, loops, count));
        }

        private static String fileName(Rows rows) {
            return String.valueOf(rows.file().getFileName());
        }

        SplittableRandom random(long salt) {
            var source = new SplittableRandom(seed ^ CHOICE_SALT * (salt + 1));
            for (int i = 0; i < loop; i++) {
                source.split();
            }
            return source.split();
        }
    }
}
