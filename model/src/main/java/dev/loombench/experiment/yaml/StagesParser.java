package dev.loombench.experiment.yaml;

import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.LoadProfile.Stage;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.yaml.Node;
import dev.loombench.yaml.Node.Entry;
import dev.loombench.yaml.Node.Mapping;
import dev.loombench.yaml.Node.Scalar;
import dev.loombench.yaml.Node.Sequence;
import dev.loombench.yaml.Values;
import java.util.Map;

/// Parses the load profile of an experiment: a level, the one-line form, or a list of stages.
///
/// @param parser of levels and the one-line form
record StagesParser(LoadProfileParser parser) {
    /// @param node a level, the one-line form, or a list of `{duration: 30s, target: 5k/s}`
    LoadProfile read(Node node) {
        return switch (node) {
            case Scalar _ -> parser.line(Values.scalar(node));
            case Sequence(var items, var _) ->
                    LoadProfile.of(items.stream().map(this::stage).toList());
            case Mapping _ ->
                    throw new WrongInput(
                            "expected a level or a list of stages, found " + node.description());
        };
    }

    private Stage stage(Node node) {
        var entries = Values.mapping(node).entries();
        for (var key : entries.keySet()) {
            if (!Keys.STAGE.contains(key)) {
                throw new WrongInput(
                        "a stage has no key %s%s"
                                .formatted(TextSanitizer.quoted(key), stageHint(key)));
            }
        }
        var length = Values.duration(value(entries, "duration"));
        double level = parser.level(Values.scalar(value(entries, "target")));
        return Stage.rampTo(level, length);
    }

    private static String stageHint(String key) {
        return key.equals("at")
                ? "; a jump is written {duration: 0s, target: 5k}"
                : Suggestions.hint(key, Keys.STAGE);
    }

    private static Node value(Map<String, Entry> entries, String key) {
        var entry = entries.get(key);
        if (entry == null) {
            throw incompleteStage();
        }
        return entry.value();
    }

    private static WrongInput incompleteStage() {
        return new WrongInput(
                "a stage needs duration and target, as in {duration: 30s, target: 5k}: a straight"
                        + " line to the target, or a jump if the duration is 0s");
    }
}
