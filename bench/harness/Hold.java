package harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// How many connections can be held open at once, each with an answer to come after 10 s: by one
/// process, and by two at once that have a source address and a responder each.
final class Hold {
    private static final int ANSWER_MILLIS = 10_000;
    private static final String COMMAND =
            "{home}/loombench load --hold -c {c} --connect-rate 2k --timeout 60s -d 1s --local-address 127.0.0.%d"
                    + " --warm-up 0s --output json {url}";

    private Hold() {}

    private record Held(Lane lane, long peakKilobytes, long responderKilobytes) {}

    static String run(Options options) {
        var table =
                new Table(
                        "processes",
                        "source",
                        "asked",
                        "open at once",
                        "sent",
                        "answered",
                        "failed",
                        "RSS MB",
                        "responder RSS MB");
        for (int processes : List.of(1, 2)) {
            Compare.say("%d x %d connections".formatted(processes, options.connections()));
            hold(table, processes, options);
        }
        return "hold, an answer after %d s%n%n%s".formatted(ANSWER_MILLIS / 1000, table);
    }

    private static void hold(Table table, int processes, Options options) {
        var lanes = new ArrayList<Lane>();
        try {
            for (int i = 0; i < processes; i++) {
                var peer =
                        Peer.of("loombench-hold" + i, "{home}/loombench", "./loombench list")
                                .closed(COMMAND.formatted(2 + i));
                lanes.add(
                        Lane.open(
                                peer,
                                options,
                                options.connections(),
                                0,
                                false,
                                Slowness.hold(ANSWER_MILLIS)));
            }
            var sizes = awaitAll(lanes);
            for (int i = 0; i < processes; i++) {
                row(table, processes, i, sizes.get(i), options);
            }
        } finally {
            lanes.forEach(Lane::close);
        }
    }

    /// Looks at their size twice a second until all have ended.
    private static List<Held> awaitAll(List<Lane> lanes) {
        var held = new ArrayList<>(lanes.stream().map(l -> new Held(l, 0, 0)).toList());
        while (held.stream().anyMatch(h -> h.lane().generator().alive())) {
            held.replaceAll(Hold::looked);
            Compare.sleep(500);
        }
        lanes.forEach(l -> l.generator().await(Duration.ofSeconds(1)));
        return held;
    }

    private static Held looked(Held held) {
        var lane = held.lane();
        long own = lane.generator().alive() ? lane.generator().peakKilobytes() : 0;
        return new Held(
                lane,
                Math.max(held.peakKilobytes(), own),
                lane.responder().process().peakKilobytes());
    }

    private static void row(Table table, int processes, int i, Held held, Options options) {
        var folder = held.lane().load().folder();
        table.row(
                "" + processes,
                "127.0.0." + (2 + i),
                "" + options.connections(),
                Table.figure(Report.figure(folder, "achieved"), 0),
                Table.figure(Report.figure(folder, "sent"), 0),
                Table.figure(Report.figure(folder, "answered"), 0),
                Table.figure(Report.figure(folder, "failed"), 0),
                Table.figure(held.peakKilobytes() / 1024.0, 1),
                Table.figure(held.responderKilobytes() / 1024.0, 1));
    }
}
