package harness;

import java.time.Duration;
import java.util.List;

/// Whether an open load sends what it was asked for in the time that its window lasted: at half of
/// what the responder can answer, and at twice that, where it must say that it could not.
final class Offered {
    private static final int CAPACITY_SECONDS = 5;

    private Offered() {}

    static String run(Options options) {
        var table =
                new Table("generator", "of capacity", "asked", "sent", "off by", "says of itself");
        double capacity = 0;
        for (var peer : loombenchOf(options)) {
            Compare.say(peer.name() + ": what the responder can answer");
            capacity = Math.max(capacity, capacity(peer, options));
        }
        for (var peer : loombenchOf(options)) {
            for (double share : List.of(0.5, 2.0)) {
                int rate = (int) Math.round(capacity * share / 1_000) * 1_000;
                Compare.say("%s: %d requests/s".formatted(peer.name(), rate));
                row(table, peer, options.withRate(rate), share);
            }
        }
        return "offered and sent, %d connections for %d s, responder on its own core: %.0f requests/s at most%n%n%s"
                .formatted(options.connections(), options.seconds(), capacity, table);
    }

    static List<Peer> loombenchOf(Options options) {
        return options.peers().stream()
                .filter(p -> p.name().startsWith("loombench"))
                .filter(p -> !p.closed().isEmpty() && !p.open().isEmpty())
                .toList();
    }

    private static double capacity(Peer peer, Options options) {
        int whole = options.warmUpSeconds() + CAPACITY_SECONDS + 2;
        try (var lane =
                Lane.open(
                        peer,
                        options.withRate(0),
                        options.connections(),
                        whole,
                        false,
                        Slowness.NONE)) {
            Compare.sleep(options.warmUpSeconds() * 1000L);
            lane.requireAnswers();
            var before = lane.read();
            Compare.sleep(CAPACITY_SECONDS * 1000L);
            return Window.between(before, lane.read()).perSecond();
        }
    }

    private static void row(Table table, Peer peer, Options options, double share) {
        try (var lane =
                Lane.open(
                        peer,
                        options,
                        options.connections(),
                        options.seconds(),
                        true,
                        Slowness.NONE)) {
            lane.generator().await(Duration.ofSeconds(options.seconds() + 60L));
            var folder = lane.load().folder();
            long asked = Math.round(options.rate() * Report.figure(folder, "seconds"));
            long sent = (long) Report.figure(folder, "sent");
            table.row(
                    peer.name(),
                    Table.figure(share, 1),
                    "" + asked,
                    "" + sent,
                    Table.figure(100.0 * (sent - asked) / asked, 3) + " %",
                    Report.doubts(folder));
        }
    }
}
