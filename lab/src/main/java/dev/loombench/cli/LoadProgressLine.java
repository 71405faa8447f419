package dev.loombench.cli;

import dev.loombench.load.LoadRun;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/// How a load comes along: one line, written over each second on a terminal; elsewhere a plain line
/// every ten.
final class LoadProgressLine {
    private static final long SECOND = 1_000_000_000;
    private static final int PLAIN_EVERY = 10;

    private final PrintWriter out;
    private final boolean terminal;
    private int told;

    LoadProgressLine(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /// Tells of the load for that long.
    void follow(LoadRun run, String phase, Duration length) throws InterruptedException {
        long start = System.nanoTime();
        var before = run.progress();
        for (long left = length.toNanos(); left > 0; ) {
            Thread.sleep(Duration.ofNanos(Math.min(left, SECOND)));
            var now = run.progress();
            long elapsed = now.nanos() - start;
            left = length.toNanos() - elapsed;
            tell(
                    String.format(
                            Locale.ROOT,
                            "%s %d of %d s: %.0f answers/s, %d errors, %d in flight, %d connections",
                            phase,
                            elapsed / SECOND,
                            length.toSeconds(),
                            (now.answered() - before.answered())
                                    * 1e9
                                    / (now.nanos() - before.nanos()),
                            now.errors(),
                            now.inFlight(),
                            now.connectionsOpen()));
            before = now;
        }
    }

    /// Leaves the terminal as it was.
    void clear() {
        if (terminal) {
            out.print("\r\033[K");
            out.flush();
        }
    }

    private void tell(String line) {
        if (terminal) {
            out.print("\r" + line + "\033[K");
        } else if (++told % PLAIN_EVERY == 0) {
            out.println(line);
        }
        out.flush();
    }
}
