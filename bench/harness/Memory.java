package harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// What a generator takes by itself, and what each connection adds.
///
/// A fresh process for each number of connections; the resident set after the same time under load.
final class Memory {
    private Memory() {}

    /// @param few resident set at the lower number of connections, KB
    /// @param many at the higher one, KB
    /// @param opened connections that were open at the higher one
    private record Sizes(double few, double many, long opened) {}

    /// @param resident set, KB
    private record Size(long resident, long opened) {}

    static String run(Options options) {
        Map<String, List<Sizes>> sizes = new LinkedHashMap<>();
        var peers =
                new ArrayList<>(
                        options.peers().stream().filter(p -> !p.closed().isEmpty()).toList());
        peers.forEach(p -> sizes.put(p.name(), new ArrayList<>()));
        var random = new Random(options.seed());
        for (int round = 1; round <= options.rounds(); round++) {
            Collections.shuffle(peers, random);
            for (var peer : List.copyOf(peers)) {
                Compare.say("round %d of %d: %s".formatted(round, options.rounds(), peer.name()));
                try {
                    var few = size(peer, options, options.connections());
                    var many = size(peer, options, options.many());
                    sizes.get(peer.name())
                            .add(new Sizes(few.resident(), many.resident(), many.opened()));
                } catch (Failed e) {
                    Compare.say("leaves the comparison: " + e.getMessage());
                    peers.remove(peer);
                    sizes.remove(peer.name());
                }
            }
        }
        return "memory, %d rounds, after %d s of load%n%n%s"
                .formatted(options.rounds(), options.warmUpSeconds(), table(sizes, options));
    }

    private static Size size(Peer peer, Options options, int connections) {
        int longer = options.warmUpSeconds() + 60;
        try (var lane = Lane.open(peer, options, connections, longer, false, Slowness.NONE)) {
            Compare.sleep(options.warmUpSeconds() * 1000L);
            lane.requireAnswers();
            return new Size(lane.generator().residentKilobytes(), lane.responder().open());
        }
    }

    private static Table table(Map<String, List<Sizes>> sizes, Options options) {
        var table =
                new Table(
                        "generator",
                        "RSS MB at c=" + options.connections(),
                        "RSS MB at c=" + options.many(),
                        "KB per connection",
                        "connections");
        sizes.entrySet().stream()
                .sorted((a, b) -> Double.compare(few(a.getValue()), few(b.getValue())))
                .forEach(e -> {
                    double few = few(e.getValue());
                    double many = median(e.getValue().stream().mapToDouble(Sizes::many).toArray());
                    table.row(
                            e.getKey(),
                            Table.figure(few / 1024, 1),
                            Table.figure(many / 1024, 1),
                            Table.figure(
                                    (many - few) / (options.many() - options.connections()), 1),
                            Table.figure(
                                    median(
                                            e.getValue().stream()
                                                    .mapToDouble(Sizes::opened)
                                                    .toArray()),
                                    0));
                });
        return table;
    }

    private static double few(List<Sizes> sizes) {
        return median(sizes.stream().mapToDouble(Sizes::few).toArray());
    }

    private static double median(double[] sample) {
        return Quartiles.of(sample).median();
    }
}
