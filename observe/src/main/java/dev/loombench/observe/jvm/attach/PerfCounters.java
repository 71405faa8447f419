package dev.loombench.observe.jvm.attach;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The counters that a HotSpot JVM keeps in a file that it has mapped (`hsperfdata`). Reading them
/// costs the JVM nothing, and is possible while it is stopped.
///
/// The file is a header of 32 bytes and entries of any length. Header: a magic number in big
/// endian, the byte order of the rest (0 is big endian), and at 24 and 28 where the entries begin
/// and how many there are. Entry: its length, where its name begins, the number of elements of its
/// value (0 where it is no array), its type (`J` is a long, `B` a byte) and, at 16, where its value
/// begins. Places count from the beginning of the entry.
///
/// Source: `perfMemory.hpp`, `perfData.hpp` and `runtimeService.cpp` of HotSpot.
///
/// @param numbers name -> value
/// @param texts name -> value
public record PerfCounters(Map<String, Long> numbers, Map<String, String> texts) {
    private static final int MAGIC = 0xcafec0c0;
    private static final int BYTE_ORDER = 4;
    private static final int ENTRIES_BEGIN = 24;
    private static final int ENTRIES = 28;

    private static final int NAME = 4;
    private static final int ELEMENTS = 8;
    private static final int TYPE = 12;
    private static final int VALUE = 16;
    private static final int ENTRY_HEADER = 20;

    /// More than a JVM takes, which is 32 KiB.
    private static final int MAX_BYTES = 1 << 20;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /// As in `1.8` and `11`.
    private static final Pattern RELEASE = Pattern.compile("(?:1\\.)?(\\d{1,4})");

    private static final int FIRST_WITH_SEPARATE_TIMES = 13;

    private static final String NO_COLLECTION = "No GC";

    /// A line of `maps` of the file that the JVM writes; those of JVMs that it monitors are only
    /// read. ` (deleted)` follows a path that is gone.
    private static final Pattern WRITTEN =
            Pattern.compile(
                    "\\S+ rw-s \\S+ \\S+ (?<inode>\\d+) +(?<path>/.*hsperfdata_[^/]*/\\d+)");

    public PerfCounters {
        numbers = Map.copyOf(numbers);
        texts = Map.copyOf(texts);
    }

    /// The file that a JVM has mapped, below the root of its own container, unless another has
    /// taken its place.
    ///
    /// @param process folder of the JVM in `/proc`
    /// @return empty where it has none (`-XX:-UsePerfData`, `-XX:+PerfDisableSharedMem`), and
    ///   outside Linux
    public static Optional<Path> file(Path process) {
        try (var lines = Files.lines(process.resolve("maps"), ISO_8859_1)) {
            return lines.map(WRITTEN::matcher)
                    .filter(Matcher::matches)
                    .filter(line -> isFile(process, line))
                    .map(line -> below(process, line))
                    .findFirst();
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private static Path below(Path process, Matcher line) {
        return process.resolve("root" + line.group("path"));
    }

    /// A path may be none where its characters are not those of this JVM's locale.
    private static boolean isFile(Path process, Matcher line) {
        try {
            var path = below(process, line);
            return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                    && Files.getAttribute(path, "unix:ino", LinkOption.NOFOLLOW_LINKS)
                            .toString()
                            .equals(line.group("inode"));
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    /// The counters now; empty where the file is gone, is not readable, or is of another form.
    public static Optional<PerfCounters> read(Path file) {
        try (var in = Files.newInputStream(file)) {
            return Optional.of(parse(ByteBuffer.wrap(in.readNBytes(MAX_BYTES))));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static PerfCounters parse(ByteBuffer bytes) throws IOException {
        try {
            return entries(bytes.duplicate());
        } catch (IndexOutOfBoundsException e) {
            throw new IOException("the counters of a JVM are cut off", e);
        }
    }

    private static PerfCounters entries(ByteBuffer bytes) throws IOException {
        if (bytes.getInt(0) != MAGIC) {
            throw new IOException("not the counters of a JVM");
        }
        bytes.order(bytes.get(BYTE_ORDER) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        var numbers = new HashMap<String, Long>();
        var texts = new HashMap<String, String>();
        int at = bytes.getInt(ENTRIES_BEGIN);
        for (int left = bytes.getInt(ENTRIES); left > 0; left--) {
            int length = bytes.getInt(at);
            if (length < ENTRY_HEADER) {
                throw new IOException("a counter of %d bytes".formatted(length));
            }
            var name = text(bytes, at + bytes.getInt(at + NAME), length);
            int elements = bytes.getInt(at + ELEMENTS);
            int value = at + bytes.getInt(at + VALUE);
            int type = bytes.get(at + TYPE);
            if (type == 'J' && elements == 0) {
                numbers.put(name, bytes.getLong(value));
            } else if (type == 'B') {
                texts.put(name, text(bytes, value, Math.min(elements, length)));
            }
            at += length;
        }
        return new PerfCounters(numbers, texts);
    }

    /// Up to a zero.
    private static String text(ByteBuffer bytes, int start, int most) {
        int length = 0;
        while (length < most && bytes.get(start + length) != 0) {
            length++;
        }
        var text = new byte[length];
        bytes.get(start, text);
        return new String(text, ISO_8859_1);
    }

    /// Whether the JVM accepts attach, whatever set it: the first of its capabilities, a digit
    /// each. Empty where it does not say so.
    Optional<Boolean> acceptsAttach() {
        return Optional.ofNullable(texts.get("sun.rt.jvmCapabilities"))
                .filter(digits -> !digits.isEmpty())
                .map(digits -> digits.charAt(0) == '1');
    }

    /// The main class or jar, with the arguments behind it. Empty where it does not say so.
    Optional<String> command() {
        return Optional.ofNullable(texts.get("sun.rt.javaCommand")).filter(c -> !c.isEmpty());
    }

    /// The options on its command line, also those of an argument file; about the first thousand
    /// characters. Empty where it does not say so.
    Optional<String> options() {
        return Optional.ofNullable(texts.get("java.rt.vmArgs"));
    }

    /// The release of its Java, as 8 or 21. Empty where it does not say so.
    OptionalInt feature() {
        var release =
                RELEASE.matcher(
                        texts.getOrDefault("java.property.java.vm.specification.version", ""));
        return release.matches()
                ? OptionalInt.of(Integer.parseInt(release.group(1)))
                : OptionalInt.empty();
    }

    /// The time in safepoints of all kinds so far, ns: from when threads are requested to stop
    /// until they may continue, at which moment it is counted. Empty where the JVM does not count
    /// it.
    public OptionalLong safepointNanos() {
        var reaching = numbers.get("sun.rt.safepointSyncTime");
        var stopped = numbers.get("sun.rt.safepointTime");
        return reaching == null || stopped == null
                ? OptionalLong.empty()
                : OptionalLong.of(nanos(stopped + (countsReachingTwice() ? 0 : reaching)));
    }

    /// Whether `safepointTime` contains `safepointSyncTime`, as it did before JDK 13.
    private boolean countsReachingTwice() {
        return feature().orElse(FIRST_WITH_SEPARATE_TIMES) < FIRST_WITH_SEPARATE_TIMES;
    }

    /// The part of [#safepointNanos] until all threads had stopped.
    public OptionalLong safepointReachingNanos() {
        var reaching = numbers.get("sun.rt.safepointSyncTime");
        return reaching == null ? OptionalLong.empty() : OptionalLong.of(nanos(reaching));
    }

    /// Safepoints so far; empty where the JVM does not count them.
    public OptionalLong safepoints() {
        var count = numbers.get("sun.rt.safepoints");
        return count == null ? OptionalLong.empty() : OptionalLong.of(count);
    }

    private long nanos(long ticks) {
        long frequency = numbers.getOrDefault("sun.os.hrt.frequency", NANOS_PER_SECOND);
        return frequency == NANOS_PER_SECOND || frequency <= 0
                ? ticks
                : (long) ((double) ticks / frequency * NANOS_PER_SECOND);
    }

    /// Why the collection in progress began, as in `Allocation Stall`; `No GC` between collections.
    /// Empty where the JVM does not say it.
    public Optional<String> collectionCause() {
        return Optional.ofNullable(texts.get("sun.gc.cause"));
    }

    /// The same of the collection in progress, else of the last one; empty before the first.
    public Optional<String> latestCollectionCause() {
        return collectionCause()
                .filter(cause -> !cause.equals(NO_COLLECTION))
                .or(() -> Optional.ofNullable(texts.get("sun.gc.lastCause")))
                .filter(cause -> !cause.isEmpty() && !cause.equals(NO_COLLECTION));
    }

    /// Whether a collection is in progress.
    boolean isCollecting() {
        return collectionCause().filter(cause -> !cause.equals(NO_COLLECTION)).isPresent();
    }
}
