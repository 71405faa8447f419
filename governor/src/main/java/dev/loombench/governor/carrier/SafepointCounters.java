package dev.loombench.governor.carrier;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The time for which this JVM has stopped all its threads so far, for collections and for anything
/// else, as a print of all threads: two counters that HotSpot keeps in a file that it has mapped
/// (`hsperfdata`). The file is mapped once more, so that a reading costs two reads of memory.
///
/// The file is a header of 32 bytes and entries of any length. Header: a magic number in big
/// endian, the byte order of the rest (0 is big endian), and at 24 and 28 where the entries begin
/// and how many there are. Entry: its length, where its name begins, the number of elements of its
/// value (0 where it is no array), its type (`J` is a long) and, at 16, where its value begins.
/// Places count from the beginning of the entry.
///
/// Source: `perfMemory.hpp` and `perfData.hpp` of HotSpot.
final class SafepointCounters {
    private static final int MAGIC = 0xcafec0c0;
    private static final int BYTE_ORDER = 4;
    private static final int ENTRIES_BEGIN = 24;
    private static final int ENTRIES = 28;

    private static final int NAME = 4;
    private static final int ELEMENTS = 8;
    private static final int TYPE = 12;
    private static final int VALUE = 16;
    private static final int ENTRY_HEADER = 20;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /// A line of `maps` of the file that this JVM writes; those of JVMs that it monitors are only
    /// read.
    private static final Pattern WRITTEN =
            Pattern.compile(
                    "\\S+ rw-s \\S+ \\S+ (?<inode>\\d+) +(?<path>/.*hsperfdata_[^/]*/\\d+)");

    private SafepointCounters() {}

    /// The time in safepoints of all kinds since the start of this JVM, ns: from when threads are
    /// requested to stop until they may continue, at which moment it is counted.
    ///
    /// @return empty where it has no such file (`-XX:-UsePerfData`, `-XX:+PerfDisableSharedMem`),
    ///   and outside Linux
    static Optional<LongSupplier> ofThisJvm() {
        try (var maps = Files.lines(Path.of("/proc/self/maps"), ISO_8859_1)) {
            var file = file(maps);
            return file.isEmpty() ? Optional.empty() : in(mapped(file.get()));
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /// @param maps lines of the mappings of a process
    static Optional<Path> file(Stream<String> maps) {
        return maps.map(WRITTEN::matcher)
                .filter(Matcher::matches)
                .filter(line -> isFile(line.group("path"), line.group("inode")))
                .map(line -> Path.of(line.group("path")))
                .findFirst();
    }

    /// Whether no other file has taken its place. A path may be none where its characters are not
    /// those of the JVM's locale.
    private static boolean isFile(String path, String inode) {
        try {
            return Files.getAttribute(Path.of(path), "unix:ino", LinkOption.NOFOLLOW_LINKS)
                    .toString()
                    .equals(inode);
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    private static ByteBuffer mapped(Path file) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.map(MapMode.READ_ONLY, 0, channel.size());
        }
    }

    /// @return empty where the file is of another form, or does not count stops in ns
    static Optional<LongSupplier> in(ByteBuffer file) {
        try {
            if (file.getInt(0) != MAGIC) {
                return Optional.empty();
            }
            var bytes =
                    file.duplicate()
                            .order(
                                    file.get(BYTE_ORDER) == 0
                                            ? ByteOrder.BIG_ENDIAN
                                            : ByteOrder.LITTLE_ENDIAN);
            return sum(bytes, places(bytes));
        } catch (IndexOutOfBoundsException e) {
            return Optional.empty(); // cut off
        }
    }

    private static Optional<LongSupplier> sum(ByteBuffer bytes, Map<String, Integer> places) {
        var reaching = places.get("sun.rt.safepointSyncTime");
        var stopped = places.get("sun.rt.safepointTime");
        var frequency = places.get("sun.os.hrt.frequency");
        if (reaching == null
                || stopped == null
                || frequency == null
                || bytes.getLong(frequency) != NANOS_PER_SECOND) {
            return Optional.empty();
        }
        int reachingAt = reaching;
        int stoppedAt = stopped;
        return Optional.of(() -> bytes.getLong(reachingAt) + bytes.getLong(stoppedAt));
    }

    /// Where the values of numbers are, by name.
    private static Map<String, Integer> places(ByteBuffer bytes) {
        var places = new HashMap<String, Integer>();
        int at = bytes.getInt(ENTRIES_BEGIN);
        for (int left = bytes.getInt(ENTRIES); left > 0; left--) {
            int length = bytes.getInt(at);
            if (length < ENTRY_HEADER) {
                throw new IndexOutOfBoundsException(length);
            }
            if (bytes.get(at + TYPE) == 'J' && bytes.getInt(at + ELEMENTS) == 0) {
                places.put(
                        name(bytes, at + bytes.getInt(at + NAME), length),
                        at + bytes.getInt(at + VALUE));
            }
            at += length;
        }
        return places;
    }

    /// Up to a zero.
    private static String name(ByteBuffer bytes, int start, int most) {
        var name = new StringBuilder();
        for (int i = 0; i < most && bytes.get(start + i) != 0; i++) {
            name.append((char) (bytes.get(start + i) & 0xff));
        }
        return name.toString();
    }
}
