package dev.loombench.cli.compare;

import dev.loombench.spec.ServiceCommand;
import dev.loombench.spec.text.SpecError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;

/// An executable jar, and how its settings are passed.
///
/// @param path as on the command line
/// @param springBoot the version in its manifest, for a jar of Spring Boot
record ServiceJar(String path, Optional<String> springBoot) {
    private static final String SPRING_BOOT_VERSION = "Spring-Boot-Version";

    /// @throws SpecError when there is no such jar
    static ServiceJar read(String path) {
        var file = Path.of(path);
        if (!Files.isRegularFile(file)) {
            throw new SpecError("no jar " + file.toAbsolutePath().normalize());
        }
        try (var jar = new JarFile(file.toFile())) {
            var manifest = jar.getManifest();
            return new ServiceJar(
                    path,
                    manifest == null
                            ? Optional.empty()
                            : Optional.ofNullable(
                                    manifest.getMainAttributes().getValue(SPRING_BOOT_VERSION)));
        } catch (IOException e) {
            throw new SpecError("%s cannot be read as a jar: %s".formatted(path, e.getMessage()));
        }
    }

    /// Program arguments for Spring Boot, which take precedence over its files; else system
    /// properties.
    List<String> words(List<Setting.Chosen> settings) {
        var words = new ArrayList<String>();
        words.add("java");
        if (springBoot.isEmpty()) {
            settings.forEach(setting -> words.add("-D" + setting));
        }
        words.add("-jar");
        words.add(path);
        if (springBoot.isPresent()) {
            words.add("--server.port=" + ServiceCommand.PORT);
            settings.forEach(setting -> words.add("--" + setting));
        }
        return words;
    }

    /// The file's name without its extension.
    String name() {
        return String.valueOf(Path.of(path).getFileName()).replaceFirst("\\.jar$", "");
    }

    /// As in `app.jar (Spring Boot 3.5.1): settings are program arguments`.
    String summary() {
        return springBoot
                .map(version ->
                        "%s (Spring Boot %s): settings are program arguments"
                                .formatted(path, version))
                .orElse(path + ": settings are system properties");
    }
}
