package dev.loombench.observe;

import dev.loombench.observe.result.Observation.Event;
import dev.loombench.observe.result.Observation.Point;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// The JVM's unified log of its garbage collections: the flag that enables it, and the parser of
/// its lines.
///
/// The timestamp is `timenanos`, the server's `System.nanoTime()`, which is the clock of all
/// processes on the machine. It is written at the end of the pause.
public final class GcLog {
    /// `[991794257617ns][gc ] GC(0) Pause Young (Allocation Failure) 35M->1M(123M) 1.300ms` of
    /// Serial, Parallel, G1 and Shenandoah, which log heap sizes for some pauses, and
    /// `[996502576537ns][gc,phases ] GC(0) Y: Pause Mark Start (Major) 0.017ms` of ZGC, where y is
    /// a minor collection, Y the young and O the old part of a major one. Lines of `gc,start` and
    /// of statistics do not end with a duration. The JVM writes the decimal separator of its
    /// locale.
    private static final Pattern PAUSE =
            Pattern.compile(
                    "\\[(?<stamp>\\d+)ns]\\[[^]]*] GC\\(\\d+\\) (?<what>(?:[yYO]: )?Pause .*?)"
                            + "(?: \\d+[BKMGT]->\\d+[BKMGT]\\(\\d+[BKMGT]\\))?"
                            + " (?<whole>\\d+)[.,](?<thousandths>\\d{3})ms");

    /// `35M->1M(123M)` of a pause; `90M(70%)->32M(25%) 0.002s` of a whole cycle of ZGC, which ends
    /// without the duration where it has no generations (JDK 21); `47M->6M(53M) 0.065ms` of
    /// `Concurrent cleanup` in a cycle of Shenandoah.
    private static final Pattern HEAP =
            Pattern.compile(
                    "\\[(?<stamp>\\d+)ns]\\[[^]]*] GC\\((?<cycle>\\d+)\\)"
                            + " (?:[yYO]: )?(?:Pause|\\w+ Collection|(?<cleanup>Concurrent cleanup)) .*?"
                            + "\\d+[BKMGT](?:\\(\\d+%\\))?->(?<after>\\d+)(?<unit>[BKMGT])\\((?:\\d+[BKMGT]|\\d+%)\\).*");

    private static final Pattern ANY_PAUSE =
            Pattern.compile("\\[\\d+ns]\\[[^]]*] GC\\(\\d+\\) (?:\\S+: )?Pause .*");

    private static final Pattern TIMESTAMPED = Pattern.compile("\\[\\d+ns]\\[[^]]*] .*");

    private GcLog() {}

    static Path file(Path trialDirectory) {
        return trialDirectory.toAbsolutePath().resolve("gc.log");
    }

    /// The reason why the JVM cannot log to this file; empty when it can.
    ///
    /// The JVM expands `%p`, `%t` and `%hn` in the name and supports no escape for them, nor for a
    /// quote.
    static Optional<String> unsupportedReason(Path file) {
        var name = file.toString();
        for (var special : new String[] {"%p", "%t", "%hn", "\""}) {
            if (name.contains(special)) {
                return Optional.of(
                        "the JVM cannot log to %s: it does not support %s in a file name"
                                .formatted(file, special));
            }
        }
        return Optional.empty();
    }

    /// The `-Xlog` flag for the pauses of every collector, without rotation, which by default drops
    /// all beyond 100 MB. It writes nothing to standard output, and leaves the JVM's warnings
    /// there: a server's log needs them.
    ///
    /// A colon separates parts of the flag, unless it follows a drive letter or is quoted.
    static String flag(Path file) {
        var name = file.toString();
        var quoted = name.indexOf(':', 2) < 0 ? name : '"' + name + '"';
        return "-Xlog:gc,gc+phases:file=" + quoted + ":timenanos,tags:filecount=0";
    }

    /// Whether the line is complete enough to show that the JVM wrote to the log.
    static boolean isTimestamped(String line) {
        return TIMESTAMPED.matcher(line).matches();
    }

    /// The heap in use after a collection.
    ///
    /// @param cycle number of the collection
    /// @param cleanup whether it is that of a cleanup of Shenandoah, of which a cycle has up to
    ///   two: the heap after the cycle is that of the last
    /// @param point bytes, in the log's resolution
    public record HeapAfter(long cycle, boolean cleanup, Point point) {}

    /// The heap in use after a collection, if the line shows it.
    public static Optional<HeapAfter> heapAfter(String line) {
        var match = HEAP.matcher(line);
        if (!match.matches()) {
            return Optional.empty();
        }
        double bytes =
                Double.parseDouble(match.group("after"))
                        * Math.pow(1024, "BKMGT".indexOf(match.group("unit")));
        return Optional.of(
                new HeapAfter(
                        Long.parseLong(match.group("cycle")),
                        match.group("cleanup") != null,
                        new Point(Long.parseLong(match.group("stamp")), bytes)));
    }

    /// Whether the line is that of a pause in a form that [#pause] does not know, or incomplete.
    static boolean isUnknownPause(String line) {
        return ANY_PAUSE.matcher(line).matches() && pause(line).isEmpty();
    }

    /// The pause in this line; empty for all other lines, including incomplete ones.
    ///
    /// The duration has a resolution of 1 us, and so has the start, `timestamp - duration`.
    public static Optional<Event> pause(String line) {
        var match = PAUSE.matcher(line);
        if (!match.matches()) {
            return Optional.empty();
        }
        long micros =
                Long.parseLong(match.group("whole")) * 1_000
                        + Long.parseLong(match.group("thousandths"));
        long duration = micros * 1_000;
        long stamp = Long.parseLong(match.group("stamp"));
        return Optional.of(new Event(stamp - duration, duration, match.group("what")));
    }
}
