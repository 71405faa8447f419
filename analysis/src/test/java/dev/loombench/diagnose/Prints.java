package dev.loombench.diagnose;

import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.observe.proc.UnreadConnections;
import dev.loombench.observe.proc.UnreadConnections.Port;
import dev.loombench.observe.threads.ThreadPrint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Prints of threads, in the format of HotSpot.
public final class Prints {
    private static final long SECOND = 1_000_000_000L;

    private Prints() {}

    /// A platform thread.
    ///
    /// @param lines frames, as in `Shop.order(Shop.java:30)`, and locks, as in `- locked <0x1> (a
    ///   java.lang.Object)`
    public static String thread(
            String name, int number, double cpuMillis, String state, String... lines) {
        var text =
                new StringBuilder(
                        String.format(
                                Locale.ROOT,
                                "\"%s\" #%d [%d] daemon prio=5 os_prio=0 cpu=%.2fms elapsed=30.00s"
                                        + " tid=0x00007f54740d10a0 nid=%d waiting on condition "
                                        + " [0x00007f547a5fe000]%n   java.lang.Thread.State: %s%n",
                                name,
                                number,
                                1_000 + number,
                                cpuMillis,
                                1_000 + number,
                                state));
        for (var line : lines) {
            text.append('\t').append(line.startsWith("- ") ? "" : "at ").append(line).append('\n');
        }
        return text.append('\n').toString();
    }

    /// Moments with 10 s in between.
    public static ThreadHistory history(String... prints) {
        return history(Optional.empty(), prints);
    }

    /// @param connections at all moments
    public static ThreadHistory history(Optional<UnreadConnections> connections, String... prints) {
        var moments = new ArrayList<ThreadMoment>();
        for (var print : prints) {
            moments.add(
                    ThreadMoment.of(
                            moments.size() * 10L * SECOND,
                            ThreadPrint.parse(print),
                            List.of(),
                            connections));
        }
        return new ThreadHistory(moments);
    }

    /// Connections to the port 8080, all of which are accepted.
    public static UnreadConnections connections(int accepted, int unread, int unpolled) {
        return new UnreadConnections(List.of(new Port(8080, accepted, 0)), unread, unpolled);
    }

    /// The same print at four moments.
    public static ThreadHistory four(String print) {
        return history(print, print, print, print);
    }
}
