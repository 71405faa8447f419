package dev.loombench.observe.file;

import dev.loombench.observe.file.content.CollectionLog.Stop;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Reader of the lines of a log that show stops of all threads (`-Xlog:safepoint`), a line at a
/// time: one for each stop, and before JDK 13 several, of which the first has the operation and the
/// last the times.
final class SafepointLines {
    private static final Pattern STOP =
            Pattern.compile(
                    "Safepoint \"([^\"]*)\",(?:.* Reaching safepoint: +(\\d{1,18}) ns,)?.* Total: +(\\d{1,18}) ns.*");

    private static final Pattern ENTERED = Pattern.compile("Entering safepoint region: (.+)");

    private static final Pattern STOPPED =
            Pattern.compile(
                    "Total time for which application threads were stopped: (\\d{1,9})[.,](\\d{7}) seconds,"
                            + " Stopping threads took: (\\d{1,9})[.,](\\d{7}) seconds.*");

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /// Of the seventh decimal of a second.
    private static final long NANOS_PER_DIGIT = 100;

    private String operation = "";

    /// The stop that ends with a line; empty where none does.
    ///
    /// @param nanos time of the line
    Optional<Stop> line(long nanos, String message) {
        if (!message.startsWith("Safepoint \"")
                && !message.startsWith("Entering safepoint region: ")
                && !message.startsWith("Total time for which ")) {
            return Optional.empty();
        }
        var stop = STOP.matcher(message);
        if (stop.matches()) {
            return Optional.of(
                    new Stop(
                            nanos,
                            Long.parseLong(stop.group(3)),
                            stop.group(2) == null
                                    ? OptionalLong.empty()
                                    : OptionalLong.of(Long.parseLong(stop.group(2))),
                            stop.group(1)));
        }
        var entered = ENTERED.matcher(message);
        if (entered.matches()) {
            operation = entered.group(1);
            return Optional.empty();
        }
        var stopped = STOPPED.matcher(message);
        if (!stopped.matches()) {
            return Optional.empty();
        }
        var ended = operation;
        operation = "";
        return Optional.of(
                new Stop(
                        nanos,
                        nanos(stopped.group(1), stopped.group(2)),
                        OptionalLong.of(nanos(stopped.group(3), stopped.group(4))),
                        ended));
    }

    private static long nanos(String seconds, String decimals) {
        return Long.parseLong(seconds) * NANOS_PER_SECOND
                + Long.parseLong(decimals) * NANOS_PER_DIGIT;
    }
}
