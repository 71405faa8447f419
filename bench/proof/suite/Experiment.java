import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The experiment of a workload, as a file that `loombench run` reads.
///
/// @param serverClasses folder with the compiled [TruthServer]
/// @param java of the servers
/// @param kinds file in which a workload counts its processes
record Experiment(Workload workload, String serverClasses, String java, String kinds) {
    /// With keys in one order, so that equal experiments have equal texts.
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

    /// JSON, which is YAML too.
    String text(Workload.Mode mode) {
        var phases = workload.phases();
        var experiment = new LinkedHashMap<String, Object>();
        experiment.put("question", workload.question());
        experiment.put("service", Map.of("ready", Map.of("port", "open")));
        experiment.put("variants", workload.servers().stream().map(this::variant).toList());
        experiment.put("load", workload.load());
        experiment.put(
                "phases",
                Map.of(
                        "warm-up",
                        Map.of(
                                "min",
                                phases.leastWarmUpSeconds() + "s",
                                "max",
                                phases.warmUpSeconds() + "s"),
                        "measure",
                        phases.measureSeconds() + "s"));
        experiment.put("metric", workload.metric());
        experiment.put("trials", phases.trials(mode));
        if (mode != Workload.Mode.DEFAULT) {
            experiment.put("mode", mode.label());
        }
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(experiment);
    }

    private Map<String, Object> variant(Workload.Server server) {
        var command = new ArrayList<String>();
        command.add(java);
        command.addAll(words(server.jvm()));
        command.addAll(List.of("-cp", serverClasses, "TruthServer", "--port={port}"));
        command.addAll(words(server.options().replace("{kinds}", kinds)));
        return Map.of("name", server.name(), "command", command);
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split(" "));
    }
}
