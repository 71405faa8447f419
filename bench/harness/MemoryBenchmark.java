package harness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Memory of a generator, and what each connection adds.
///
/// A fresh process for each number of connections; the resident set after the same time under load.
final class MemoryBenchmark {
    private MemoryBenchmark() {}

    /// @param few resident set at the lower number of connections, KB
    /// @param many resident set at the higher number, KB
    /// @param opened connections open at the higher number
    private record Sizes(double few, double many, long opened) {}

    /// @param resident resident set, KB
    private record Size(long resident, long opened) {}

    static String run(CompareOptions options) {
        Map<String, List<Sizes>> sizes = new LinkedHashMap<>();
        var left =
                Rounds.run(
                        options,
                        options.generators().stream().filter(g -> !g.closed().isEmpty()).toList(),
                        () -> {},
                        generator ->
                                sizes.computeIfAbsent(generator.name(), _ -> new ArrayList<>())
                                        .add(sizes(generator, options)));
        sizes.keySet().retainAll(left.stream().map(Generator::name).toList());
        return "memory, %d rounds, after %d s of load%n%n%s"
                .formatted(options.rounds(), options.warmUpSeconds(), table(sizes, options));
    }

    private static Sizes sizes(Generator generator, CompareOptions options) {
        var few = size(generator, options, options.connections());
        var many = size(generator, options, options.maxConnections());
        return new Sizes(few.resident(), many.resident(), many.opened());
    }

    private static Size size(Generator generator, CompareOptions options, int connections) {
        int longer = options.warmUpSeconds() + 60;
        try (var run =
                GeneratorRun.open(
                        generator, options, connections, longer, false, DelayProfile.NONE)) {
            Compare.sleep(options.warmUpSeconds() * 1000L);
            run.requireResponses();
            return new Size(run.process().residentKilobytes(), run.responder().open());
        }
    }

    private static Table table(Map<String, List<Sizes>> sizes, CompareOptions options) {
        var table =
                new Table(
                        "generator",
                        "RSS MB at c=" + options.connections(),
                        "RSS MB at c=" + options.maxConnections(),
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
                                    (many - few)
                                            / (options.maxConnections() - options.connections()),
                                    1),
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
