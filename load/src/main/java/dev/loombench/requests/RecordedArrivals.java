package dev.loombench.requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.loombench.base.RandomStream;
import dev.loombench.text.TextFile;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Replay;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// The times of the arrivals of a file, and the request of each.
///
/// Several requests of a log have the same time where its resolution is coarse. Those of a log of
/// whole seconds would be bursts that never were: the k arrivals of a second are at k times drawn
/// uniformly within it, in ascending order, which is what independent users do. A finer time is
/// taken as it is. In a log with both, those of whole seconds are spread where there are too many
/// of them to be whole by chance. Where an entry has a duration, its time is that of the end, and
/// the arrival is earlier by that much.
public final class RecordedArrivals {
    /// The request of an arrival that any may have.
    public static final int ANY = -1;

    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;
    private static final long MICRO = 1_000;

    /// Times of whole seconds that are few enough to be so by chance: of times in ms, one in 1,000
    /// is.
    private static final int FEW_WHOLE = 20;

    private static final int CHANCE_OF_WHOLE = 50;

    /// Of times in coarser steps, and of those of a constant load, about as many are whole seconds
    /// as have any other of the fractions.
    private static final int TIMES_ANOTHER = 3;

    /// The longest time between the first and the last arrival, about 100 years.
    private static final long MAX_LENGTH = 36_525L * 86_400 * SECOND;

    /// The first word of a file that [#text] wrote.
    private static final String FORMAT = "loombench-arrivals";

    private static final AtomicReference<@Nullable Known> LATEST = new AtomicReference<>();

    /// [arrivals] ns since the earliest time that the first of the file may have, in ascending
    /// order.
    private final long[] nanos;

    /// [arrivals] index of its request, or `ANY`.
    private final int[] requests;

    private final long lengthNanos;
    private final long resolutionNanos;
    private final boolean repeats;

    /// The arrivals that were read last: a load, and each window of a search, needs them again.
    ///
    /// @param replay that repeats them, as have the arrivals
    private record Known(Replay replay, RecordedArrivals arrivals) {}

    /// Arrivals that repeat.
    private RecordedArrivals(long[] nanos, int[] requests, long lengthNanos, long resolutionNanos) {
        this(nanos, requests, lengthNanos, resolutionNanos, true);
    }

    private RecordedArrivals(
            long[] nanos, int[] requests, long lengthNanos, long resolutionNanos, boolean repeats) {
        this.nanos = nanos;
        this.requests = requests;
        this.lengthNanos = lengthNanos;
        this.resolutionNanos = resolutionNanos;
        this.repeats = repeats;
    }

    /// The arrivals of entries of a log.
    ///
    /// @param entries in any order; at least one
    /// @param seed of the times within a second, for a log of whole seconds
    static RecordedArrivals of(TimedEntries entries, long seed) {
        long[] times = entries.times();
        long[] durations = entries.durations();
        int[] requests = entries.requests();
        int count = times.length;
        long resolution = resolution(times);
        var starts = new long[count];
        Arrays.setAll(starts, i -> times[i] - durations[i]);
        long first = Arrays.stream(starts).min().orElseThrow();
        if (Arrays.stream(times).max().orElseThrow() - first > MAX_LENGTH) {
            throw new WrongInput("the times of the log are more than 100 years apart");
        }
        var offsets = spreadTimes(times) > 0 ? offsetsWithin(times, seed) : new long[count];
        var exact = new long[count];
        Arrays.setAll(exact, i -> starts[i] + offsets[i] - first);
        int[] order = order(exact);
        var nanos = new long[count];
        var sorted = new int[count];
        for (int i = 0; i < count; i++) {
            nanos[i] = exact[order[i]];
            sorted[i] = requests[order[i]];
        }
        long last = nanos[count - 1];
        if (resolution == SECOND) {
            long end = Arrays.stream(starts).max().orElseThrow() + SECOND - first;
            return new RecordedArrivals(nanos, sorted, end, resolution);
        }
        long gap = count > 1 && last > 0 ? last / (count - 1) : SECOND;
        return new RecordedArrivals(nanos, sorted, last + Math.max(1, gap), resolution);
    }

    /// How many of these times are whole seconds and are spread within them.
    static long spreadTimes(long[] times) {
        long whole = Arrays.stream(times).filter(time -> time % SECOND == 0).count();
        if (whole == times.length) {
            return whole;
        }
        boolean byChance =
                whole <= FEW_WHOLE
                        || whole * CHANCE_OF_WHOLE <= times.length
                        || whole <= TIMES_ANOTHER * mostOfOneFraction(times);
        return byChance ? 0 : whole;
    }

    /// The most times that have the same fraction of a second.
    private static long mostOfOneFraction(long[] times) {
        long[] fractions =
                Arrays.stream(times)
                        .map(time -> time % SECOND)
                        .filter(fraction -> fraction > 0)
                        .sorted()
                        .toArray();
        long most = 0;
        int from = 0;
        for (int i = 0; i < fractions.length; i++) {
            from = fractions[i] == fractions[from] ? from : i;
            most = Math.max(most, i - from + 1L);
        }
        return most;
    }

    /// The indices of times in ascending order.
    private static int[] order(long[] times) {
        return IntStream.range(0, times.length)
                .boxed()
                .sorted(Comparator.comparingLong(i -> times[i]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /// The coarsest of 1 s, 1 ms, 1 µs and 1 ns of which all times are multiples.
    private static long resolution(long[] times) {
        for (long unit : new long[] {SECOND, MILLI, MICRO}) {
            if (Arrays.stream(times).allMatch(time -> time % unit == 0)) {
                return unit;
            }
        }
        return 1;
    }

    /// The time within its second of each that is a whole one, in the order that they had; 0 for
    /// others.
    private static long[] offsetsWithin(long[] times, long seed) {
        var random = RandomStream.REPLAYED_TIMES.random(seed);
        int[] order = order(times);
        var offsets = new long[times.length];
        int from = 0;
        while (from < times.length) {
            long second = times[order[from]];
            int to = from;
            while (to < times.length && times[order[to]] == second) {
                to++;
            }
            if (second % SECOND == 0) {
                var drawn = new long[to - from];
                Arrays.setAll(drawn, _ -> random.nextLong(SECOND));
                Arrays.sort(drawn);
                for (int i = from; i < to; i++) {
                    offsets[order[i]] = drawn[i - from];
                }
            }
            from = to;
        }
        return offsets;
    }

    /// The number of arrivals.
    public int count() {
        return nanos.length;
    }

    /// @param index from 0
    /// @return ns since the earliest time that the first of the file may have, not below that of
    ///   the previous one
    public long nanos(int index) {
        return nanos[index];
    }

    /// The index of the request of an arrival, or `ANY`.
    public int request(int index) {
        return requests[index];
    }

    /// The time that the file covers: up to where the first arrival repeats, ns. For whole seconds,
    /// which tell an arrival to within a second, from the earliest time that one may have to the
    /// latest; else up to a mean gap after the last arrival.
    public long lengthNanos() {
        return lengthNanos;
    }

    /// Whether they begin again after the length.
    public boolean repeats() {
        return repeats;
    }

    /// The same arrivals, repeated or not.
    public RecordedArrivals repeating(boolean again) {
        return new RecordedArrivals(nanos, requests, lengthNanos, resolutionNanos, again);
    }

    /// The longest time between one arrival and the next, ns; 0 for a single one.
    long longestGapNanos() {
        return IntStream.range(1, nanos.length)
                .mapToLong(i -> nanos[i] - nanos[i - 1])
                .max()
                .orElse(0);
    }

    /// The mean rate, requests per second.
    public double rate() {
        return nanos.length * 1e9 / lengthNanos;
    }

    /// The arrivals as a part of the traffic of a load, repeated where it lasts longer.
    ///
    /// @param file from which they were read
    /// @param seed with which they were
    Replay replay(Path file, boolean ownRequests, long seed) {
        var replay =
                new Replay(
                        file,
                        ownRequests,
                        seed,
                        nanos.length,
                        Duration.ofNanos(lengthNanos),
                        Duration.ofNanos(resolutionNanos),
                        checksum(),
                        true);
        LATEST.set(new Known(replay, this));
        return replay;
    }

    /// Reads the arrivals of a load.
    ///
    /// @throws WrongInput when the file cannot be read, or has others than when the load was
    ///   specified
    public static RecordedArrivals of(Replay replay) {
        var repeated = replay.repeating(true);
        var known = LATEST.get();
        if (known != null && known.replay.equals(repeated)) {
            return known.arrivals.repeating(replay.repeats());
        }
        var bytes = TextFile.unpacked(replay.file(), TextFile.MAX_BYTES);
        var format = FORMAT.getBytes(ISO_8859_1);
        var arrivals =
                bytes.length > format.length
                                && Arrays.equals(bytes, 0, format.length, format, 0, format.length)
                        ? parse(replay.file(), new String(bytes, ISO_8859_1))
                        : AccessLog.replay(replay.file(), replay.ownRequests(), replay.seed())
                                .arrivals();
        if (arrivals.count() != replay.arrivals() || arrivals.checksum() != replay.checksum()) {
            throw new WrongInput(
                    "%s: has other arrivals than when the load was specified: %,d in place of %,d"
                            .formatted(
                                    TextSanitizer.of(replay.file().toString()),
                                    arrivals.count(),
                                    replay.arrivals()));
        }
        LATEST.set(new Known(repeated, arrivals));
        return arrivals.repeating(replay.repeats());
    }

    private long checksum() {
        var crc = new CRC32C();
        var bytes = ByteBuffer.allocate(Long.BYTES + Integer.BYTES);
        for (int i = 0; i < nanos.length; i++) {
            crc.update(bytes.clear().putLong(nanos[i]).putInt(requests[i]).flip());
        }
        return crc.getValue();
    }

    /// The arrivals without the rest of the log, for a load agent: a line with the format, the
    /// length and the resolution, then one with the time and the request of each arrival.
    public String text() {
        var text = new StringBuilder(24 * nanos.length + 80);
        text.append(FORMAT).append(' ').append(lengthNanos).append(' ').append(resolutionNanos);
        for (int i = 0; i < nanos.length; i++) {
            text.append('\n').append(nanos[i]).append(' ').append(requests[i]);
        }
        return text.append('\n').toString();
    }

    private static RecordedArrivals parse(Path file, String text) {
        try {
            var lines = text.lines().map(line -> line.split(" ", -1)).toList();
            var rows = lines.subList(1, lines.size());
            return new RecordedArrivals(
                    rows.stream().mapToLong(row -> Long.parseLong(row[0])).toArray(),
                    rows.stream().mapToInt(row -> Integer.parseInt(row[1])).toArray(),
                    Long.parseLong(lines.getFirst()[1]),
                    Long.parseLong(lines.getFirst()[2]));
        } catch (NumberFormatException | IndexOutOfBoundsException _) {
            throw new WrongInput(
                    TextSanitizer.of(file.toString()) + ": is no list of arrivals of " + FORMAT);
        }
    }
}
