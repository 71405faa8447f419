package harness;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// What generators report of a responder whose true percentiles are known by arithmetic.
///
/// Once it answers every request after exactly 5 ms; once it answers at once but stops for 200 ms
/// every 5 s. Generators without an open model run with every connection busy, as their users run
/// them.
final class Truth {
    private static final int DELAY_MICROS = 5_000;
    private static final int EVERY_MILLIS = 5_000;
    private static final int STALL_MILLIS = 200;
    private static final double[] PERCENTS = {50, 99, 99.9};

    private Truth() {}

    static String run(Options options) {
        Map<String, Report> delayed = new LinkedHashMap<>();
        Map<String, Report> stalled = new LinkedHashMap<>();
        for (var peer : options.peers()) {
            if (!peer.silent()) {
                measure(peer, options, delayed, Slowness.delay(DELAY_MICROS));
                measure(peer, options, stalled, Slowness.stalls(STALL_MILLIS, EVERY_MILLIS));
            }
        }
        return "truth, %d requests/s over %d connections for %d s; ms%n%n%s"
                .formatted(
                        options.rate(),
                        options.connections(),
                        options.seconds(),
                        table(options, delayed, stalled));
    }

    private static void measure(
            Peer peer, Options options, Map<String, Report> into, Slowness slowness) {
        Compare.say("%s with %s".formatted(peer.name(), String.join(" ", slowness.flags())));
        try (var lane =
                Lane.open(
                        peer, options, options.connections(), options.seconds(), true, slowness)) {
            into.put(peer.name(), lane.report(Duration.ofSeconds(options.seconds() + 30L)));
        } catch (Failed e) {
            Compare.say("leaves the comparison: " + e.getMessage());
        }
    }

    /// The wait, ms, that the given percentage of requests do not exceed when they arrive evenly
    /// and the responder stalls: who arrives u into a stall waits stall - u, so `P(wait > w) =
    /// (stall - w) / every`, and 0 is the wait of all others.
    static double waited(double percent) {
        return Math.max(0, STALL_MILLIS - (1 - percent / 100) * EVERY_MILLIS);
    }

    private static Table table(
            Options options, Map<String, Report> delayed, Map<String, Report> stalled) {
        var table =
                new Table(
                        "generator",
                        "model",
                        "delay: p50",
                        "p99",
                        "p99.9",
                        "stalls: p50",
                        "p99",
                        "p99.9");
        table.row(
                "arithmetic",
                "open",
                Table.figure(DELAY_MICROS / 1e3, 2),
                Table.figure(DELAY_MICROS / 1e3, 2),
                Table.figure(DELAY_MICROS / 1e3, 2),
                Table.figure(waited(PERCENTS[0]), 2),
                Table.figure(waited(PERCENTS[1]), 2),
                Table.figure(waited(PERCENTS[2]), 2));
        for (var peer : options.peers()) {
            var delay = delayed.getOrDefault(peer.name(), Report.NONE);
            var stall = stalled.getOrDefault(peer.name(), Report.NONE);
            if (!delay.latency().isEmpty() || !stall.latency().isEmpty()) {
                table.row(
                        peer.name(),
                        peer.open().isEmpty() ? "closed" : "open",
                        told(delay, 0),
                        told(delay, 1),
                        told(delay, 2),
                        told(stall, 0),
                        told(stall, 1),
                        told(stall, 2));
            }
        }
        return table;
    }

    private static String told(Report report, int which) {
        return Table.figure(report.latency().getOrDefault(PERCENTS[which], Double.NaN), 2);
    }
}
