package dev.loombench.cli.load;

import dev.loombench.load.LoadProgress;
import dev.loombench.report.Format;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.BarChars;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.LoadProfile;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// A load at one moment, for the eye.
///
/// @param phase what it is doing: `warm-up`, `measuring`
/// @param elapsed of the phase
/// @param rate good answers a second now; NaN when not yet known
/// @param seconds the same of each second of the last minute, oldest first
/// @param latency response times of the window so far
/// @param p99 of each second of the last minute, oldest first, ns
record LoadSnapshot(
        LoadModel model,
        String phase,
        Duration elapsed,
        Duration length,
        LoadProgress progress,
        double rate,
        List<Double> seconds,
        LatencyHistory.SoFar latency,
        List<Double> p99) {
    static final String WARM_UP = "warm-up";

    private static final int LABEL = 12;
    private static final int WIDEST_BAR = 30;

    /// A handful of lines, always as many, none wider than the terminal.
    List<String> lines(AnsiStyle paint, int columns) {
        int room = Math.max(1, columns - LABEL - 1);
        return List.of(
                line(phase, paint.bar(cut(bar(room), room)), paint),
                line("rate", cut(rates(), room), paint),
                line("now", state(paint, cut(counts(), room)), paint),
                line("response", cut(latencies(), room), paint),
                line("throughput", paint.good(BarChars.sparkline(last(seconds, room))), paint),
                line("p99", paint.doubtful(BarChars.sparkline(last(p99, room))), paint));
    }

    /// The same in one plain line.
    String sentence() {
        return "%s %s: %s, %s, %s".formatted(phase, time(), rates(), counts(), latencies());
    }

    private String bar(int room) {
        double share = length.isZero() ? 1 : (double) elapsed.toNanos() / length.toNanos();
        int width = Math.clamp(room - time().length() - 1L, 0, WIDEST_BAR);
        return BarChars.bar(Math.clamp(share, 0, 1), width) + " " + time();
    }

    private String time() {
        return "%d of %d s".formatted(elapsed.toSeconds(), length.toSeconds());
    }

    private String rates() {
        var achieved = Double.isFinite(rate) ? Format.number(rate) + "/s" : Format.MISSING;
        return switch (model) {
            case LoadModel.Open open ->
                    "%s answered, %s/s asked"
                            .formatted(achieved, Format.number(level(open.rate())));
            case LoadModel.Closed(var users, _) ->
                    users.isConstant() && users.warmUp().isEmpty()
                            ? achieved + " answered"
                            : "%s answered, %,.0f users"
                                    .formatted(achieved, Math.floor(level(users)));
            case LoadModel.HeldConnections(_, var pace) ->
                    "%s answered, %s/s opened".formatted(achieved, Format.number(pace));
        };
    }

    /// What the course asks for now.
    private double level(LoadProfile course) {
        return phase.equals(WARM_UP) ? course.warmUpLevel() : course.at(elapsed.toNanos());
    }

    private String counts() {
        return String.format(
                Locale.ROOT,
                "%,d in flight, %,d errors, %,d of %,d connections open",
                progress.inFlight(),
                progress.errors(),
                progress.connectionsOpen(),
                model.connections());
    }

    private String state(AnsiStyle paint, String counts) {
        return progress.errors() > 0 ? paint.doubtful(counts) : counts;
    }

    private String latencies() {
        return "p50 %s, p99 %s, p99.9 %s"
                .formatted(time(latency.p50()), time(latency.p99()), time(latency.p999()));
    }

    private static String time(double nanos) {
        return Double.isNaN(nanos) ? Format.MISSING : Format.time(nanos);
    }

    private static List<Double> last(List<Double> values, int room) {
        return values.subList(Math.max(0, values.size() - room), values.size());
    }

    private static String line(String label, String value, AnsiStyle paint) {
        return paint.faint(label + " ".repeat(LABEL - label.length())) + value;
    }

    private static String cut(String text, int room) {
        return text.length() > room ? text.substring(0, room) : text;
    }
}
