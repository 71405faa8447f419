package dev.loombench.cli.compare;

import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.launch.preset.JarContents;
import dev.loombench.launch.preset.ModelSetup;
import dev.loombench.launch.preset.Preset;
import dev.loombench.launch.preset.Preset.Style;
import dev.loombench.launch.preset.Presets;
import dev.loombench.launch.preset.ThreadModel;
import dev.loombench.text.FileFault;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An executable jar, and how its settings are passed.
///
/// @param path as on the command line
/// @param preset of the framework in it; empty where none is detected
record ServiceJar(String path, JarContents contents, Optional<Preset> preset) {

    /// @throws WrongInput when there is no such jar
    static ServiceJar read(String path) {
        var file = Path.of(path);
        if (!Files.isRegularFile(file)) {
            throw new WrongInput(
                    "%s %s"
                            .formatted(
                                    Files.isDirectory(file) ? "a folder, and no jar:" : "no jar",
                                    file.toAbsolutePath().normalize()));
        }
        try {
            var contents = JarContents.read(file);
            return new ServiceJar(path, contents, Presets.of(contents));
        } catch (IOException e) {
            throw new WrongInput("%s cannot be read as a jar: %s".formatted(path, FileFault.of(e)));
        }
    }

    /// The command, with system properties for the JVM or arguments for the program.
    ///
    /// @param jvm further flags
    /// @throws WrongInput when a setting is a port of its own
    List<String> words(List<String> jvm, List<Setting.Chosen> settings) {
        var words = new ArrayList<String>();
        words.add("java");
        words.addAll(jvm);
        var options = options(settings);
        if (style() == Style.PROPERTIES) {
            words.addAll(options);
        }
        words.add("-jar");
        words.add(path);
        if (style() == Style.ARGUMENTS) {
            words.addAll(options);
        }
        return words;
    }

    /// A variant for each combination of settings.
    ///
    /// @param name begins their names; empty for an only jar, whose settings name them
    List<NamedCommand> variants(List<Setting> settings, String name) {
        var combinations = Setting.combinations(settings);
        var names = Setting.names(combinations);
        var variants = new ArrayList<NamedCommand>();
        for (int i = 0; i < combinations.size(); i++) {
            var words = words(List.of(), combinations.get(i));
            var whole = (name + " " + names.get(i)).strip();
            variants.add(
                    new NamedCommand(whole.isEmpty() ? name() : whole, words, expectedBy(words)));
        }
        return variants;
    }

    private List<String> options(List<Setting.Chosen> settings) {
        var prefix = style() == Style.ARGUMENTS ? "--" : "-D";
        var options = new ArrayList<String>();
        preset.flatMap(Preset::port)
                .filter(port -> isUnset(port, settings))
                .ifPresent(port -> options.add(prefix + port + "=" + ServiceCommand.PORT));
        settings.forEach(setting -> options.add(prefix + setting));
        return options;
    }

    /// Whether no setting names the port: a framework that gets two fails.
    private static boolean isUnset(String port, List<Setting.Chosen> settings) {
        var own = settings.stream().filter(setting -> setting.key().equals(port)).findFirst();
        own.filter(setting -> !setting.value().contains(ServiceCommand.PORT))
                .ifPresent(setting -> {
                    throw new WrongInput(
                            "--set %s: the lab chooses the port of a service; remove it, or add --write FILE without it, and set port in that file"
                                    .formatted(TextSanitizer.quoted(setting.toString())));
                });
        return own.isEmpty();
    }

    private Style style() {
        return preset.map(Preset::style).orElse(Style.PROPERTIES);
    }

    /// The framework's settings for a model.
    ///
    /// @throws WrongInput when it has none
    ModelSetup.Settings setup(ThreadModel model) {
        var setup =
                preset.orElseThrow(() ->
                                new WrongInput(
                                        "%s is of no framework that --models knows (%s); use --set, or write a command per variant"
                                                .formatted(
                                                        path,
                                                        String.join(", ", Presets.frameworks()))))
                        .setup(model);
        return switch (setup) {
            case ModelSetup.Settings settings -> settings;
            case ModelSetup.Refused(var reason) ->
                    throw new WrongInput(
                            "%s (%s) cannot run as %s: %s"
                                    .formatted(path, title(), model.variantName(), reason));
        };
    }

    /// Whether its framework has settings for every model of a list.
    boolean takes(List<ThreadModel> models) {
        return preset.isPresent()
                && models.stream()
                        .map(preset.get()::setup)
                        .allMatch(ModelSetup.Settings.class::isInstance);
    }

    /// The threads that the settings in a command with this jar choose, as far as they are known.
    Optional<RequestThreads> expectedBy(List<String> words) {
        return preset.flatMap(p -> p.expectedBy(words));
    }

    /// The file's name without its extension.
    String name() {
        return String.valueOf(Path.of(path).getFileName()).replaceFirst("\\.jar$", "");
    }

    private String title() {
        return preset.map(p -> p.title(contents)).orElse("");
    }

    /// As in `app.jar (Spring Boot 3.5.1, Tomcat): settings are program arguments`.
    String summary() {
        return "%s%s: settings are %s"
                .formatted(path, preset.map(_ -> " (" + title() + ")").orElse(""), style().label());
    }
}
