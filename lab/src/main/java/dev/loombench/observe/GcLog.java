package dev.loombench.observe;

import dev.loombench.result.Observation.Event;
import dev.loombench.result.Observation.Point;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// The JVM's own log of its garbage collections: how it is asked for, and how a line is read.
///
/// The stamp is `timenanos`, which is `System.nanoTime()` of the server and so the clock of every
/// process on the machine. It is written when the pause has ended.
final class GcLog {
    /// `[991794257617ns][gc ] GC(0) Pause Young (Allocation Failure) 35M->1M(123M) 1.300ms` of
    /// Serial, Parallel, G1 and Shenandoah, which tell heap sizes for some pauses, and
    /// `[996502576537ns][gc,phases ] GC(0) Y: Pause Mark Start (Major) 0.017ms` of ZGC, where y is
    /// a minor collection, Y the young and O the old part of a major one. Lines of `gc,start` and
    /// of statistics have no time at their end. The JVM writes the decimal sign of its locale.
    private static final Pattern PAUSE =
            Pattern.compile(
                    "\\[(?<stamp>\\d+)ns]\\[[^]]*] GC\\(\\d+\\) (?<what>(?:[yYO]: )?Pause .*?)"
                            + "(?: \\d+[BKMGT]->\\d+[BKMGT]\\(\\d+[BKMGT]\\))?"
                            + " (?<whole>\\d+)[.,](?<thousandths>\\d{3})ms");

    /// `35M->1M(123M)` of a pause, and `90M(70%)->32M(25%)` of a whole cycle of ZGC.
    private static final Pattern HEAP =
            Pattern.compile(
                    "\\[(?<stamp>\\d+)ns]\\[[^]]*] GC\\(\\d+\\) (?:[yYO]: )?(?:Pause|\\w+ Collection) .*?"
                            + "\\d+[BKMGT](?:\\(\\d+%\\))?->(?<after>\\d+)(?<unit>[BKMGT])\\(.*s");

    private static final Pattern STAMPED = Pattern.compile("\\[\\d+ns]\\[[^]]*] .*");

    private GcLog() {}

    static Path file(Path trialDirectory) {
        return trialDirectory.toAbsolutePath().resolve("gc.log");
    }

    /// Why the JVM could not be told to write to this file; empty when it can.
    ///
    /// It expands `%p`, `%t` and `%hn` and knows no way to write them as they are, nor a quote.
    static Optional<String> unfit(Path file) {
        var name = file.toString();
        for (var trap : new String[] {"%p", "%t", "%hn", "\""}) {
            if (name.contains(trap)) {
                return Optional.of(
                        "the JVM's log cannot be sent to %s: it takes %s for more than a name"
                                .formatted(file, trap));
            }
        }
        return Optional.empty();
    }

    /// `-Xlog` for the pauses of every collector: without rotation, which by default drops all
    /// beyond 100 MB, and without a word on standard output. What the JVM warns of by default stays
    /// where it was: a server's log needs it.
    ///
    /// A colon begins the next part of the flag, unless it follows a drive's letter or is quoted.
    static String flag(Path file) {
        var name = file.toString();
        var quoted = name.indexOf(':', 2) < 0 ? name : '"' + name + '"';
        return "-Xlog:gc,gc+phases:file=" + quoted + ":timenanos,tags:filecount=0";
    }

    /// Whether the line is whole enough to show that the JVM wrote to its log.
    static boolean isStamped(String line) {
        return STAMPED.matcher(line).matches();
    }

    /// What a collection left in the heap, if the line tells; bytes, to the unit of the log.
    static Optional<Point> heapAfter(String line) {
        var match = HEAP.matcher(line);
        return match.matches()
                ? Optional.of(
                        new Point(
                                Long.parseLong(match.group("stamp")),
                                Double.parseDouble(match.group("after"))
                                        * Math.pow(1024, "BKMGT".indexOf(match.group("unit")))))
                : Optional.empty();
    }

    /// The pause that a line tells of; empty for all other lines, a torn one among them.
    ///
    /// The length has a resolution of 1 us, and so has the beginning, `stamp - length`.
    static Optional<Event> pause(String line) {
        var match = PAUSE.matcher(line);
        if (!match.matches()) {
            return Optional.empty();
        }
        long micros =
                Long.parseLong(match.group("whole")) * 1_000
                        + Long.parseLong(match.group("thousandths"));
        long length = micros * 1_000;
        long stamp = Long.parseLong(match.group("stamp"));
        return Optional.of(new Event(stamp - length, length, match.group("what")));
    }
}
