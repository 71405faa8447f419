package dev.loombench.launch.preset;

import dev.loombench.yaml.SourceText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// All presets, each in a file of its own. Their order is that of `index.json`: the first preset
/// that matches a jar is used.
public final class Presets {
    private static final String INDEX = "index.json";

    private Presets() {}

    /// The preset for a jar; empty where no framework is detected.
    public static Optional<Preset> of(JarContents jar) {
        return all().stream().filter(preset -> preset.signs().match(jar)).findFirst();
    }

    /// The names of all frameworks, each once.
    public static List<String> frameworks() {
        return all().stream().map(Preset::framework).distinct().toList();
    }

    static List<Preset> all() {
        return PresetReader.order(read(INDEX)).stream()
                .map(name -> PresetReader.preset(read(name + ".json")))
                .toList();
    }

    private static SourceText read(String name) {
        try (var in = Presets.class.getResourceAsStream(name)) {
            return SourceText.of(name, Objects.requireNonNull(in, name).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
