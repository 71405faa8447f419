package dev.loombench.report.comparison;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.mode.RunMode;
import dev.loombench.report.Format;
import dev.loombench.report.comparison.RunComparison.Change;
import dev.loombench.result.RunManifest;
import dev.loombench.result.store.ResultJson;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// The differences between the experiments, machines and modes of two runs, a value per key.
final class RunDifferences {
    private RunDifferences() {}

    /// In the order of the keys.
    static List<Change> of(Analysis a, Analysis b) {
        var before = flat(a.manifest());
        var after = flat(b.manifest());
        if (a.mode().mode() != b.mode().mode()) {
            before.put(RunComparison.MODE, text(a.mode()));
            after.put(RunComparison.MODE, text(b.mode()));
        }
        var keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        return keys.stream()
                .map(key ->
                        new Change(
                                plain(key),
                                plain(before.getOrDefault(key, "")),
                                plain(after.getOrDefault(key, ""))))
                .filter(c -> !c.first().equals(c.second()))
                .toList();
    }

    /// All values of an experiment and its machine by path, as in `run.json`, without the time.
    private static Map<String, String> flat(RunManifest manifest) {
        var values = new TreeMap<String, String>();
        flatten("experiment", ResultJson.MAPPER.valueToTree(manifest.experiment()), values);
        flatten("machine", ResultJson.MAPPER.valueToTree(manifest.environment()), values);
        values.put("exclusive", String.valueOf(manifest.exclusive()));
        values.put("seed", String.valueOf(manifest.seed()));
        values.remove("machine.taken");
        return values;
    }

    /// How the windows were measured, which may not be as the experiment requested.
    private static String text(RunMode mode) {
        return mode.reason().isEmpty()
                ? mode.mode().label()
                : "%s: %s".formatted(mode.mode().label(), mode.reason());
    }

    private static String text(JsonNode node) {
        if (node.isFloatingPointNumber()) {
            return String.valueOf(Format.fiveDigits(node.asDouble()));
        }
        var text = node.asString();
        return text.matches("PT[0-9.HMS]+")
                ? Format.time((double) Duration.parse(text).toNanos())
                : text;
    }

    private static void flatten(String path, JsonNode node, Map<String, String> into) {
        if (node.isObject()) {
            node.properties().forEach(e -> flatten(path + "." + e.getKey(), e.getValue(), into));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                flatten("%s[%d]".formatted(path, i + 1), node.get(i), into);
            }
        } else if (!node.isNull()) {
            into.put(path, text(node));
        }
    }
}
