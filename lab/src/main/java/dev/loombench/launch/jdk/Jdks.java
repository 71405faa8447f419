package dev.loombench.launch.jdk;

import dev.loombench.spec.Jdk;
import dev.loombench.spec.Variant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The JDKs of this machine, told from their `release` files: none is started.
///
/// @param installed newest first, each once
public record Jdks(List<Installed> installed) {

    /// @param version as in `21.0.8`
    /// @param maker who built it
    record Installed(Path home, Runtime.Version version, String maker) {

        int major() {
            return version.feature();
        }

        /// `21.0.8+9 (Eclipse Adoptium) in /usr/lib/jvm/jdk-21`.
        String describe() {
            return "%s%s in %s".formatted(version, maker.isEmpty() ? "" : " (" + maker + ")", home);
        }

        /// Empty when there is no JDK, or no runtime of one, in that folder.
        static Optional<Installed> in(Path home) {
            var release = home.resolve("release");
            if (!Files.isExecutable(home.resolve("bin", "java")) || !Files.isReadable(release)) {
                return Optional.empty();
            }
            var facts = facts(release);
            return Stream.of("JAVA_RUNTIME_VERSION", "JAVA_VERSION")
                    .flatMap(key -> version(facts.getOrDefault(key, "")).stream())
                    .findFirst()
                    .map(v -> new Installed(real(home), v, facts.getOrDefault("IMPLEMENTOR", "")));
        }

        private static Map<String, String> facts(Path release) {
            try (var lines = Files.lines(release)) {
                return lines.map(line -> line.split("=", 2))
                        .filter(pair -> pair.length == 2)
                        .collect(
                                Collectors.toMap(
                                        pair -> pair[0].strip(),
                                        pair -> pair[1].strip().replace("\"", ""),
                                        (first, _) -> first));
            } catch (IOException | UncheckedIOException unreadable) {
                return Map.of(); // no JDK that could be told from others
            }
        }

        private static Optional<Runtime.Version> version(String text) {
            try {
                return Optional.of(Runtime.Version.parse(text));
            } catch (IllegalArgumentException notOne) {
                return Optional.empty();
            }
        }

        private static Path real(Path home) {
            try {
                return home.toRealPath();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public Jdks {
        installed = installed.stream().distinct().sorted(Jdks::newerFirst).toList();
    }

    private static int newerFirst(Installed a, Installed b) {
        return b.version().compareTo(a.version());
    }

    /// Those in the folders where JDKs usually lie.
    public static Jdks ofThisMachine() {
        return in(JdkFolders.usual(System.getenv(), Path.of(System.getProperty("user.home"))));
    }

    /// Those of the folders that are one.
    static Jdks in(List<Path> homes) {
        var all = new ArrayList<Installed>();
        homes.forEach(home -> Installed.in(home).ifPresent(all::add));
        return new Jdks(all);
    }

    /// The home of a variant's JDK, or of the lab's own; empty when none of that version is here.
    public Optional<Path> home(Variant variant) {
        if (variant.jdk().isEmpty()) {
            return Optional.of(Path.of(System.getProperty("java.home")));
        }
        return switch (variant.jdk().get()) {
            case Jdk.Home(var folder) -> Optional.of(folder.toAbsolutePath());
            case Jdk.Version(int major) ->
                    installed.stream()
                            .filter(jdk -> jdk.major() == major)
                            .findFirst()
                            .map(Installed::home);
        };
    }

    /// The program that starts it.
    public Optional<Path> java(Variant variant) {
        return home(variant).map(home -> home.resolve("bin", "java"));
    }

    /// What a variant runs on, for the record of a run: version, maker and home as far as they are
    /// told.
    public String describe(Variant variant) {
        return home(variant)
                .map(home -> Installed.in(home).map(Installed::describe).orElse(home.toString()))
                .orElse("unknown");
    }

    /// `25.0.3+9 in …, 17.0.15+6 in …`; `none` when there is none.
    public String found() {
        return installed.isEmpty()
                ? "none"
                : installed.stream().map(Installed::describe).collect(Collectors.joining(", "));
    }
}
