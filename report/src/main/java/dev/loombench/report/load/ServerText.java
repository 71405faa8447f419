package dev.loombench.report.load;

import static dev.loombench.report.Format.time;

import dev.loombench.analysis.load.ServerFigures;
import dev.loombench.report.DiagnosticsText;
import dev.loombench.report.Format;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.List;

/// The figures of a server's process, in words.
final class ServerText {
    private ServerText() {}

    /// Lines for the row of the server.
    static List<String> lines(ServerFigures server) {
        var lines = new ArrayList<String>();
        var process = server.process();
        lines.add(Format.plain(process.summary()) + costs(server));
        server.gc().map(ServerText::gc).ifPresent(lines::add);
        if (process.ended()) {
            lines.add("the process ended during the load");
        }
        process.mismatch().ifPresent(why -> lines.add("note: it " + Format.plain(why)));
        server.unavailable().stream()
                .map(u ->
                        "no %s: %s".formatted(Format.plain(u.subject()), Format.plain(u.reason())))
                .forEach(lines::add);
        return lines;
    }

    private static String costs(ServerFigures server) {
        return ": %s CPU per request, peak RSS %s, %s OS threads"
                .formatted(
                        server.cpuPerRequest().isPresent()
                                ? time(server.cpuPerRequest().getAsDouble())
                                : Format.MISSING,
                        Format.bytes(server.peakRss()),
                        Format.count(server.threads()));
    }

    private static String gc(ServerFigures.Collections gc) {
        return "%s, paused for %s%s"
                .formatted(
                        Figures.counted(Math.round(gc.count()), "garbage collection"),
                        gc.pausedNanos() == 0 ? "0 ms" : time(gc.pausedNanos()),
                        gc.allocatedPerRequest().isPresent()
                                ? "; %s allocated per request"
                                        .formatted(Format.bytes(gc.allocatedPerRequest()))
                                : "");
    }

    /// Where the threads were under load; empty without a list.
    static List<String> waits(ServerFigures server) {
        return server.threadSummary().map(DiagnosticsText::threads).stream().toList();
    }
}
