package dev.loombench.cli.capacity;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.capacity.CapacityEvent;
import dev.loombench.cli.console.StatusLine;
import dev.loombench.cli.console.Terminal;
import dev.loombench.report.capacity.WindowText;
import dev.loombench.report.scope.JdkText;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.result.Trial;
import dev.loombench.text.Figures;
import java.io.PrintWriter;
import java.util.function.Consumer;

/// Shows the progress of a search: on a terminal one line that changes in place, elsewhere a line
/// per process; with `--verbose` also a line per window.
public final class CapacityProgress implements Consumer<CapacityEvent>, AutoCloseable {
    private final PrintWriter out;
    private final Objectives objectives;
    private final boolean verbose;
    private final StatusLine status;
    private final AnsiStyle paint;

    public CapacityProgress(PrintWriter out, Objectives objectives, boolean verbose) {
        this.out = out;
        this.objectives = objectives;
        this.verbose = verbose;
        status = new StatusLine(out, Terminal.live());
        paint = AnsiStyle.of(status.isLive());
    }

    @Override
    public synchronized void accept(CapacityEvent event) {
        switch (event) {
            case CapacityEvent.Started(var folder, var manifest) -> {
                clear();
                out.println(
                        "%s: the capacity for %s of %s, %s in random order, seed %d; windows in %s"
                                .formatted(
                                        plain(manifest.experiment().name()),
                                        objectives.text(),
                                        Figures.counted(
                                                manifest.experiment().variants().size(), "variant"),
                                        manifest.plan().size() == 1
                                                ? "1 process"
                                                : manifest.plan().size() + " processes",
                                        manifest.seed(),
                                        plain(folder.toString())));
                JdkText.of(manifest).ifPresent(out::println);
                if (!manifest.exclusive()) {
                    out.println(
                            "another run is measuring on this machine: both are disturbed, and this result is invalid");
                }
            }
            case CapacityEvent.Progress p -> status.show(progressLine(p));
            case CapacityEvent.Probed(var probe) -> {
                if (verbose) {
                    status.println("  " + WindowText.line(probe, objectives.percent()));
                }
            }
            case CapacityEvent.ProcessEnded(var process, var processes, var found) ->
                    status.println(
                            "%s: %s"
                                    .formatted(
                                            position(process, processes), found(process, found)));
            case CapacityEvent.ProcessFailed(var process, var processes, var reason) ->
                    status.println(
                            "%s: %s"
                                    .formatted(
                                            position(process, processes),
                                            paint.bad("failed: " + plain(reason))));
        }
        out.flush();
    }

    private static String position(Trial process, int processes) {
        return "[%d/%d] %s".formatted(process.number(), processes, plain(process.variant()));
    }

    private static String found(Trial process, Capacity found) {
        return switch (found) {
            case Capacity.Estimated e ->
                    e.processes().isEmpty()
                            ? "about %s/s".formatted(Figures.number(e.rate()))
                            : "%s/s in this process"
                                    .formatted(
                                            Figures.number(
                                                    e.processes().stream()
                                                            .filter(p ->
                                                                    p.block() == process.block())
                                                            .findFirst()
                                                            .map(Capacity.OfProcess::rate)
                                                            .orElse(e.rate())));
            case Capacity.Held h ->
                    "%s/s held over %.0f s"
                            .formatted(
                                    Figures.number(h.held().rate()), h.held().figures().seconds());
            case Capacity.AtLeast a -> "at least %s/s".formatted(Figures.number(a.rate()));
            case Capacity.NotMet n ->
                    "not met at %s/s".formatted(Figures.number(n.lowest().rate()));
            case Capacity.Unknown u -> plain(u.reason());
        };
    }

    private static String progressLine(CapacityEvent.Progress p) {
        var rate =
                p.rate().isPresent()
                        ? " at %s/s".formatted(Figures.number(p.rate().getAsDouble()))
                        : "";
        var responses =
                p.responsesPerSecond() > 0
                        ? "  %s responses/s".formatted(Figures.number(p.responsesPerSecond()))
                        : "";
        return "%s: %s%s %.1f s%s"
                .formatted(
                        position(p.process(), p.processes()),
                        p.activity(),
                        rate,
                        p.elapsed().toMillis() / 1e3,
                        responses);
    }

    /// Removes the line that changes in place.
    public synchronized void clear() {
        status.clear();
    }

    @Override
    public void close() {
        clear();
    }
}
