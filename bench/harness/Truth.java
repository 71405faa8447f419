package harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

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
        Map<String, List<Report>> delayed = new HashMap<>();
        Map<String, List<Report>> stalled = new HashMap<>();
        var random = new Random(options.seed());
        for (int round = 1; round <= options.rounds(); round++) {
            var peers = new ArrayList<>(options.peers());
            peers.removeIf(Peer::silent);
            Collections.shuffle(peers, random);
            for (var peer : peers) {
                Compare.say("round %d of %d: %s".formatted(round, options.rounds(), peer.name()));
                measure(peer, options, delayed, Slowness.delay(DELAY_MICROS));
                measure(peer, options, stalled, Slowness.stalls(STALL_MILLIS, EVERY_MILLIS));
            }
        }
        return "truth, %d requests/s over %d connections for %d s, medians of %d runs; ms%n%n%s"
                .formatted(
                        options.rate(),
                        options.connections(),
                        options.seconds(),
                        options.rounds(),
                        table(options, delayed, stalled));
    }

    private static void measure(
            Peer peer, Options options, Map<String, List<Report>> into, Slowness slowness) {
        try (var lane =
                Lane.open(
                        peer, options, options.connections(), options.seconds(), true, slowness)) {
            into.computeIfAbsent(peer.name(), _ -> new ArrayList<>())
                    .add(lane.report(Duration.ofSeconds(options.seconds() + 30L)));
        } catch (Failed e) {
            Compare.say("this run does not count: " + e.getMessage());
        }
    }

    /// The wait, ms, that the given percentage of requests do not exceed when they arrive evenly
    /// and the responder stalls: who arrives u into a stall waits stall - u, so `P(wait > w) =
    /// (stall - w) / every`, and 0 is the wait of all others.
    static double waited(double percent) {
        return Math.max(0, STALL_MILLIS - (1 - percent / 100) * EVERY_MILLIS);
    }

    private static Table table(
            Options options, Map<String, List<Report>> delayed, Map<String, List<Report>> stalled) {
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
        var due = new ArrayList<>(List.of("arithmetic", "open"));
        for (int i = 0; i < PERCENTS.length; i++) {
            due.add(Table.figure(DELAY_MICROS / 1e3, 2));
        }
        for (double percent : PERCENTS) {
            due.add(Table.figure(waited(percent), 2));
        }
        table.row(due.toArray(String[]::new));
        for (var peer : options.peers()) {
            var row =
                    new ArrayList<>(
                            List.of(peer.name(), peer.open().isEmpty() ? "closed" : "open"));
            for (double percent : PERCENTS) {
                row.add(told(delayed.getOrDefault(peer.name(), List.of()), percent));
            }
            for (double percent : PERCENTS) {
                row.add(told(stalled.getOrDefault(peer.name(), List.of()), percent));
            }
            if (delayed.containsKey(peer.name()) || stalled.containsKey(peer.name())) {
                table.row(row.toArray(String[]::new));
            }
        }
        return table;
    }

    private static String told(List<Report> reports, double percent) {
        double[] told =
                reports.stream()
                        .filter(r -> r.latency().containsKey(percent))
                        .mapToDouble(r -> r.latency().get(percent))
                        .toArray();
        return Table.figure(told.length == 0 ? Double.NaN : Quartiles.of(told).median(), 2);
    }
}
