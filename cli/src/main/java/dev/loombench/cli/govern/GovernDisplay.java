package dev.loombench.cli.govern;

import dev.loombench.cli.console.AnsiLiveDisplay;
import dev.loombench.observe.jvm.GovernorClient.Status;
import dev.loombench.report.Format;
import java.io.PrintWriter;
import java.util.List;

/// The output of `loombench govern`: a line per decision, and on a terminal a status line below.
final class GovernDisplay implements AutoCloseable {
    private final long pid;
    private final PrintWriter out;
    private final AnsiLiveDisplay lines;
    private final boolean live;
    private List<String> lastKept = List.of();
    private long printed;
    private long changes;
    private long highest;

    GovernDisplay(long pid, PrintWriter out, PrintWriter err, boolean live) {
        this.pid = pid;
        this.out = out;
        this.lines = new AnsiLiveDisplay(err);
        this.live = live;
    }

    String startMessage(Status status) {
        return "governing process %d: %d carriers now, %d at most; stop with Ctrl-C"
                .formatted(pid, status.base(), status.max());
    }

    void show(Status status) {
        highest = Math.max(highest, status.parallelism());
        var fresh = newDecisions(status);
        if (!fresh.isEmpty()) {
            lines.clear();
            fresh.forEach(decision -> out.println("  " + Format.plain(decision)));
            out.flush();
        }
        if (live) {
            lines.draw(List.of(statusLine(status)));
        }
    }

    /// The decisions not shown yet; prints how many of them the service no longer keeps. The number
    /// of changes is read before the decisions, which may be more by then.
    private List<String> newDecisions(Status status) {
        changes = Math.max(changes, status.changes());
        var kept = status.decisions();
        var fresh = kept.subList(known(kept), kept.size());
        lastKept = kept;
        printed += fresh.size();
        if (changes > printed) {
            lines.clear();
            out.println("  … %d more changes".formatted(changes - printed));
            out.flush();
            printed = changes;
        }
        return fresh;
    }

    /// The number of decisions that are known: the list begins with the end of the last one.
    private int known(List<String> kept) {
        int known = Math.min(lastKept.size(), kept.size());
        while (!kept.subList(0, known)
                .equals(lastKept.subList(lastKept.size() - known, lastKept.size()))) {
            known--;
        }
        return known;
    }

    static String statusLine(Status status) {
        return "parallelism %d (%d to %d)  carriers %d  mounted %d  queued %d  %s"
                .formatted(
                        status.parallelism(),
                        status.base(),
                        status.max(),
                        status.carriers(),
                        status.mounted(),
                        status.queued(),
                        Format.plain(status.signal()));
    }

    /// @param parallelism restored value
    String endMessage(long parallelism) {
        return "governed process %d: %d changes, at most %d carriers; restored %d"
                .formatted(pid, Math.max(changes, printed), highest, parallelism);
    }

    @Override
    public void close() {
        lines.clear();
    }
}
