package dev.loombench.cli.load.progress;

import dev.loombench.load.result.LoadProgress;
import dev.loombench.report.Format;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.BarChars;
import dev.loombench.text.Figures;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A load at one moment, as text for a terminal.
///
/// @param connections that it opens: fewer than requests at a time where these share them
/// @param phase `warm-up` or `measuring`
/// @param elapsed time since the start of the phase
/// @param length of the phase; with a number of requests, its limit
/// @param requests the progress of a window that ends by its number of requests; empty for others
/// @param rate good responses per second now; NaN when not yet known
/// @param rateHistory the same of each second of the last minute, oldest first
/// @param percentiles response times of the window so far
/// @param p99History of each second of the last minute, oldest first, ns
record LoadSnapshot(
        LoadModel model,
        int connections,
        String phase,
        Duration elapsed,
        Duration length,
        Optional<Requests> requests,
        LoadProgress progress,
        double rate,
        List<Double> rateHistory,
        LatencyHistory.Percentiles percentiles,
        List<Double> p99History) {
    static final String WARM_UP = "warm-up";

    /// Requests of a window.
    ///
    /// @param ended so far, good ones and failed ones
    /// @param of its number, at least 1
    record Requests(long ended, long of) {}

    private static final int LABEL = 12;
    private static final int WIDEST_BAR = 30;

    /// A fixed number of lines, none wider than the terminal.
    List<String> lines(AnsiStyle paint, int columns) {
        int width = Math.max(1, columns - LABEL - 1);
        return List.of(
                line(phase, paint.bar(cut(bar(width), width)), paint),
                line("rate", cut(rates(), width), paint),
                line("now", state(paint, cut(counts(), width)), paint),
                line(
                        model instanceof LoadModel.Closed ? "service" : "response",
                        cut(latencies(), width),
                        paint),
                line("throughput", paint.good(BarChars.sparkline(last(rateHistory, width))), paint),
                line("p99", paint.warning(BarChars.sparkline(last(p99History, width))), paint));
    }

    /// The snapshot in one plain line.
    String plainLine() {
        return "%s %s: %s, %s, %s".formatted(phase, time(), rates(), counts(), latencies());
    }

    private String bar(int width) {
        double share = requests.map(r -> (double) r.ended() / r.of()).orElseGet(this::ofTime);
        int barWidth = Math.clamp(width - time().length() - 1L, 0, WIDEST_BAR);
        return BarChars.bar(Math.clamp(share, 0, 1), barWidth) + " " + time();
    }

    private double ofTime() {
        return length.isZero() ? 1 : (double) elapsed.toNanos() / length.toNanos();
    }

    private String time() {
        return requests.map(r ->
                        String.format(
                                Locale.ROOT,
                                "%,d of %,d requests, %d s",
                                r.ended(),
                                r.of(),
                                elapsed.toSeconds()))
                .orElseGet(() -> "%d of %d s".formatted(elapsed.toSeconds(), length.toSeconds()));
    }

    private String rates() {
        var achieved = Double.isFinite(rate) ? Figures.number(rate) + "/s" : Format.MISSING;
        return switch (model) {
            case LoadModel.Open open ->
                    "%s responses, %s/s requested"
                            .formatted(achieved, Figures.number(level(open.rate())));
            case LoadModel.Closed(var users, _) ->
                    users.isConstant() && users.warmUp().isEmpty()
                            ? achieved + " responses"
                            : "%s responses, %,.0f users"
                                    .formatted(achieved, Math.floor(level(users)));
            case LoadModel.HeldConnections(_, var connectRate) ->
                    "%s responses, %s/s opened".formatted(achieved, Figures.number(connectRate));
        };
    }

    /// The level that the profile requests now.
    private double level(LoadProfile profile) {
        return phase.equals(WARM_UP) ? profile.warmUpLevel() : profile.at(elapsed.toNanos());
    }

    private String counts() {
        return String.format(
                Locale.ROOT,
                "%,d in flight, %,d errors, %,d of %,d connections open",
                progress.inFlight(),
                progress.errors(),
                progress.connectionsOpen(),
                connections);
    }

    private String state(AnsiStyle paint, String counts) {
        return progress.errors() > 0 ? paint.warning(counts) : counts;
    }

    private String latencies() {
        return "p50 %s, p99 %s, p99.9 %s"
                .formatted(
                        time(percentiles.p50()), time(percentiles.p99()), time(percentiles.p999()));
    }

    private static String time(double nanos) {
        return Double.isNaN(nanos) ? Format.MISSING : Format.time(nanos);
    }

    private static List<Double> last(List<Double> values, int width) {
        return values.subList(Math.max(0, values.size() - width), values.size());
    }

    private static String line(String label, String value, AnsiStyle paint) {
        return paint.faint(label + " ".repeat(LABEL - label.length())) + value;
    }

    private static String cut(String text, int width) {
        return text.length() > width ? text.substring(0, width) : text;
    }
}
