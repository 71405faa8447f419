package dev.loombench.cli;

import dev.loombench.cli.console.AnsiLiveDisplay;
import dev.loombench.observe.jmx.GovernorClient.Status;
import dev.loombench.report.Format;
import java.io.PrintWriter;
import java.util.List;

/// What `loombench govern` shows: each decision as a line, and below them, on a terminal, how
/// things stand now.
final class GovernDisplay implements AutoCloseable {
    private final long pid;
    private final PrintWriter out;
    private final AnsiLiveDisplay lines;
    private final boolean live;
    private long told;
    private long highest;

    GovernDisplay(long pid, PrintWriter out, PrintWriter err, boolean live) {
        this.pid = pid;
        this.out = out;
        this.lines = new AnsiLiveDisplay(err);
        this.live = live;
    }

    /// One sentence for the beginning.
    String begins(Status view) {
        return "governing process %d: %d carriers found, %d at most; Ctrl-C ends it"
                .formatted(pid, view.base(), view.max());
    }

    void show(Status view) {
        highest = Math.max(highest, view.parallelism());
        var fresh = fresh(view);
        if (!fresh.isEmpty()) {
            lines.clear();
            fresh.forEach(decision -> out.println("  " + Format.plain(decision)));
            out.flush();
        }
        if (live) {
            lines.draw(List.of(now(view)));
        }
    }

    /// The decisions that were not shown yet; where more came than the service keeps, it says so.
    private List<String> fresh(Status view) {
        long missed = view.changes() - told;
        told = view.changes();
        var kept = view.decisions();
        if (missed > kept.size()) {
            out.println("  … %d changes more".formatted(missed - kept.size()));
            return kept;
        }
        return kept.subList(kept.size() - (int) Math.max(0, missed), kept.size());
    }

    static String now(Status view) {
        return "parallelism %d (%d to %d)  carriers %d  mounted %d  queued %d  %s"
                .formatted(
                        view.parallelism(),
                        view.base(),
                        view.max(),
                        view.carriers(),
                        view.mounted(),
                        view.queued(),
                        Format.plain(view.signal()));
    }

    /// One sentence for the end.
    ///
    /// @param parallelism in force again
    String ends(long parallelism) {
        return "governed process %d: %d changes, %d carriers at most; %d are in force again"
                .formatted(pid, told, highest, parallelism);
    }

    @Override
    public void close() {
        lines.clear();
    }
}
