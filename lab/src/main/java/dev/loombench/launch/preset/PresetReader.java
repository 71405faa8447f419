package dev.loombench.launch.preset;

import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.launch.preset.Preset.Style;
import dev.loombench.text.TextTable;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.MappingFile;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Node;
import dev.loombench.yaml.SourceText;
import dev.loombench.yaml.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Reads one preset.
final class PresetReader {
    private static final List<String> KEYS =
            TextTable.words(
                    """
                    framework server source version manifest contains settings port models
                    """);
    private static final List<String> MODELS = List.of("pool", "virtual");
    private static final List<String> MODEL_KEYS =
            List.of("settings", "expects", "note", "refused");

    private static final Map<String, Style> STYLES =
            Values.byName(List.of(Style.values()), style -> style.name().toLowerCase(Locale.ROOT));
    private static final Map<String, RequestThreads> THREADS =
            Values.byName(List.of(RequestThreads.values()), RequestThreads::label);

    private PresetReader() {}

    /// @throws WrongInput when the file is wrong; lists every problem with line and column
    static Preset preset(SourceText file) {
        return MappingFile.read(file, "a preset", PresetReader::preset);
    }

    /// The names of presets in their order.
    ///
    /// @throws WrongInput as above
    static List<String> order(SourceText file) {
        return MappingFile.read(
                file,
                "an index",
                index -> {
                    index.allow(List.of("presets"));
                    index.requirePresent("presets");
                    var names = index.list("presets", Values::line);
                    return () -> names;
                });
    }

    private static Supplier<Preset> preset(MappingReader root) {
        root.allow(KEYS);
        root.requirePresent("source");
        var framework = root.require("framework", Values::line);
        var server = root.read("server", Values::line);
        var version = root.read("version", Values::line);
        var manifest = new LinkedHashMap<String, Pattern>();
        root.map("manifest", (_, node) -> pattern(node).pattern())
                .forEach((key, text) -> manifest.put(key, Pattern.compile(text)));
        var contains = root.list("contains", PresetReader::pattern);
        var style = root.require("settings", Values.oneOf(STYLES, "style of settings"));
        var port = root.read("port", Values::line);
        var models = root.requireSection("models", "models", MODELS);
        var pool = models.flatMap(all -> model(all, "pool"));
        var virtual = models.flatMap(all -> model(all, "virtual"));
        return () ->
                new Preset(
                        framework.orElseThrow(),
                        server,
                        version,
                        new Preset.Signs(Map.copyOf(manifest), contains),
                        style.orElseThrow(),
                        port,
                        pool.orElseThrow(),
                        virtual.orElseThrow());
    }

    private static Pattern pattern(Node node) {
        try {
            return Pattern.compile(Values.line(node));
        } catch (PatternSyntaxException e) {
            throw new WrongInput("no pattern: " + e.getDescription());
        }
    }

    private static Optional<ModelSetup> model(MappingReader models, String name) {
        return models.requireSection(name, "a model", MODEL_KEYS).flatMap(PresetReader::setup);
    }

    private static Optional<ModelSetup> setup(MappingReader model) {
        if (model.has("refused")) {
            return model.require("refused", Values::line).<ModelSetup>map(ModelSetup.Refused::new);
        }
        model.requirePresent("settings");
        return Optional.of(
                new ModelSetup.Settings(
                        model.map("settings", (_, node) -> Values.line(node)),
                        model.read("expects", Values.oneOf(THREADS, "kind of threads")),
                        model.read("note", Values::line)));
    }
}
