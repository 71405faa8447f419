import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Repeats the same search for the capacity, and prints for each variant the ratio of each capacity
/// to the geometric mean of all others, and how many intervals contain that mean.
///
/// `capacity [--runs N] [--slo OBJECTIVE]`: 20 runs with `p99<50ms` by default.
final class CapacityRepeats {
    private final Path home = Path.of(System.getProperty("home"));
    private final Path results = Path.of(System.getProperty("results"));
    private final JsonMapper json = new JsonMapper();

    private record Found(double capacity, double low, double high) {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int runs = Integer.parseInt(option(args, "--runs", "20"));
        if (runs < 2) {
            System.err.println("--runs must be at least 2");
            System.exit(2);
        }
        new CapacityRepeats().run(runs, option(args, "--slo", "p99<50ms"));
    }

    private static String option(String[] args, String name, String otherwise) {
        for (int i = 0; i + 1 < args.length; i += 2) {
            if (args[i].equals(name)) {
                return args[i + 1];
            }
        }
        return otherwise;
    }

    private void run(int runs, String objective) throws IOException, InterruptedException {
        Map<String, List<Found>> all = new LinkedHashMap<>();
        for (int i = 1; i <= runs; i++) {
            for (JsonNode variant : search(objective).at("/variants")) {
                if (!variant.at("/capacityInterval").isObject()) {
                    System.out.println("run " + i + ": " + variant.at("/sentence").asString());
                    continue;
                }
                all.computeIfAbsent(variant.at("/name").asString(), _ -> new ArrayList<>())
                        .add(
                                new Found(
                                        variant.at("/capacityPerSecond").asDouble(),
                                        variant.at("/capacityInterval/low").asDouble(),
                                        variant.at("/capacityInterval/high").asDouble()));
            }
            all.forEach(CapacityRepeats::print);
        }
    }

    private JsonNode search(String objective) throws IOException, InterruptedException {
        var out = Files.createTempFile(results, "capacity", ".json");
        var process =
                new ProcessBuilder(
                                home.resolve("loombench").toString(),
                                "capacity",
                                home.resolve("bench/proof/capacity.yaml").toString(),
                                "--slo",
                                objective,
                                "--recovery",
                                "0s",
                                "--results",
                                results.toString(),
                                "-o",
                                "json")
                        .redirectOutput(out.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        process.waitFor();
        return json.readTree(out);
    }

    private static void print(String variant, List<Found> found) {
        if (found.size() < 2) {
            return;
        }
        int contained = 0;
        var ratios = new StringBuilder();
        for (var one : found) {
            double others =
                    Math.exp(
                            found.stream()
                                    .filter(f -> f != one)
                                    .mapToDouble(f -> Math.log(f.capacity()))
                                    .average()
                                    .orElseThrow());
            ratios.append(" %.3f".formatted(one.capacity() / others));
            if (one.low() <= others && others <= one.high()) {
                contained++;
            }
        }
        System.out.printf(
                "%s: %d of %d intervals contain the mean of the others; ratios%s%n",
                variant, contained, found.size(), ratios);
    }
}
