import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// What the servers of a run counted of their own work, by the last lines of their logs.
///
/// @param cpuMicros CPU time per request by construction, later work included
/// @param lateMicros by which a wait ended late, mean per request
record Counted(double cpuMicros, double lateMicros) {
    private static final Pattern LINE =
            Pattern.compile(
                    "COUNTED requests=(\\d+) requestNanos=(\\d+) owedNanos=(\\d+) laterNanos=\\d+ refills=\\d+ lateNanos=(\\d+)");

    /// Sums over the trials of a variant.
    private static final class Sums {
        private double requests;
        private double cpuNanos;
        private double lateNanos;

        Counted perRequest() {
            return new Counted(cpuNanos / requests / 1e3, lateNanos / requests / 1e3);
        }
    }

    /// @param run folder of a run
    /// @return variant -> counts; without those whose logs have none
    static Map<String, Counted> of(Path run) throws IOException {
        var json = new JsonMapper();
        var sums = new HashMap<String, Sums>();
        for (var line : Files.readAllLines(run.resolve("trials.jsonl"))) {
            var trial = json.readTree(line).path("trial");
            var log =
                    run.resolve("trial-%03d".formatted(trial.path("number").asInt()))
                            .resolve("server.log");
            if (Files.exists(log)) {
                var matcher = LINE.matcher(Files.readString(log));
                if (matcher.find() && !matcher.group(1).equals("0")) {
                    var of =
                            sums.computeIfAbsent(trial.path("variant").asString(), _ -> new Sums());
                    of.requests += Double.parseDouble(matcher.group(1));
                    of.cpuNanos +=
                            Double.parseDouble(matcher.group(2))
                                    + Double.parseDouble(matcher.group(3));
                    of.lateNanos += Double.parseDouble(matcher.group(4));
                }
            }
        }
        var counted = new HashMap<String, Counted>();
        sums.forEach((variant, of) -> counted.put(variant, of.perRequest()));
        return counted;
    }
}
