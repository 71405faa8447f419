package harness;

import java.util.Locale;

/// Whether memory grows as requests go by: the resident set over a long run with every connection
/// busy, from the first minute on.
final class Soak {
    private static final int LOOK_SECONDS = 5;
    private static final int SETTLE_SECONDS = 60;

    private Soak() {}

    static String run(Options options) {
        var table =
                new Table(
                        "generator",
                        "requests",
                        "RSS MB after 60 s",
                        "at the end",
                        "highest since",
                        "growth KB a minute");
        for (var peer : Offered.loombenchOf(options)) {
            Compare.say(peer.name());
            soak(table, peer, options);
        }
        return "soak, %d connections for %d s%n%n%s"
                .formatted(options.connections(), options.seconds(), table);
    }

    private static void soak(Table table, Peer peer, Options options) {
        int longer = options.seconds() + 60;
        try (var lane =
                Lane.open(peer, options, options.connections(), longer, false, Slowness.NONE)) {
            Compare.sleep(SETTLE_SECONDS * 1000L);
            lane.requireAnswers();
            long first = lane.generator().residentKilobytes();
            long last = first;
            long highest = first;
            for (int s = SETTLE_SECONDS; s < options.seconds(); s += LOOK_SECONDS) {
                Compare.sleep(LOOK_SECONDS * 1000L);
                last = lane.generator().residentKilobytes();
                highest = Math.max(highest, last);
            }
            double minutes = (options.seconds() - SETTLE_SECONDS) / 60.0;
            table.row(
                    peer.name(),
                    String.format(Locale.ROOT, "%,d", lane.responder().answered()),
                    Table.figure(first / 1024.0, 1),
                    Table.figure(last / 1024.0, 1),
                    Table.figure(highest / 1024.0, 1),
                    Table.figure((last - first) / minutes, 0));
        }
    }
}
