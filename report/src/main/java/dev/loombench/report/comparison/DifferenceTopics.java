package dev.loombench.report.comparison;

import dev.loombench.report.comparison.RunComparison.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The differences of two runs by topic: what differs of a load, or of the variants, in one row.
/// Runs of different experiments differ in a hundred keys.
final class DifferenceTopics {
    /// More keys are shown by topic.
    static final int MOST = 12;

    /// Characters of a cell.
    private static final int WIDTH = 36;

    private static final String VARIANTS = "experiment.variants";
    private static final String NAME = ".name";

    /// Beginnings of keys, those within others first -> topic.
    private static final Map<String, String> TOPICS = topics();

    private DifferenceTopics() {}

    private static Map<String, String> topics() {
        var topics = new LinkedHashMap<String, String>();
        topics.put("experiment.scenario.load", "load");
        topics.put("experiment.scenario.traffic", "requests");
        topics.put(VARIANTS, "variants");
        topics.put("experiment.scenario.phases", "phases");
        topics.put("experiment.scenario", "dependencies");
        topics.put("experiment.trials", "trials");
        topics.put("experiment.criteria", "criteria");
        topics.put("experiment", "experiment");
        topics.put("machine", "machine");
        return topics;
    }

    /// A change per topic, in the order of the topics; keys of none are their own.
    static List<Change> of(List<Change> changes) {
        var left = new ArrayList<>(changes);
        var topics = new ArrayList<Change>();
        TOPICS.forEach((start, topic) -> {
            var own = left.stream().filter(change -> change.key().startsWith(start)).toList();
            left.removeAll(own);
            if (!own.isEmpty()) {
                topics.add(change(start, topic, own));
            }
        });
        topics.addAll(left);
        return topics;
    }

    /// Of variants, their names where these differ.
    private static Change change(String start, String topic, List<Change> changes) {
        var names =
                start.equals(VARIANTS)
                        ? changes.stream().filter(c -> c.key().endsWith(NAME)).toList()
                        : List.<Change>of();
        var shown = names.isEmpty() ? changes : names;
        return new Change(
                topic,
                text(start, shown, Change::first, !names.isEmpty()),
                text(start, shown, Change::second, !names.isEmpty()));
    }

    /// `model open, rate 5000, …`.
    private static String text(
            String start, List<Change> changes, Function<Change, String> run, boolean names) {
        var text =
                changes.stream()
                        .filter(c -> !run.apply(c).isEmpty())
                        .map(c -> (names ? "" : key(start, c) + " ") + run.apply(c))
                        .collect(Collectors.joining(", "));
        return text.length() <= WIDTH ? text : text.substring(0, WIDTH - 1) + "…";
    }

    private static String key(String start, Change change) {
        var rest = change.key().substring(start.length());
        return rest.startsWith(".") ? rest.substring(1) : rest;
    }
}
