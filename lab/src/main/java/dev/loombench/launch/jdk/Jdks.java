package dev.loombench.launch.jdk;

import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.observe.result.VirtualMachine;
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

/// The JDKs of this machine, identified by their `release` files without starting them.
///
/// @param installed newest first, without duplicates
public record Jdks(List<Installed> installed) {
    /// A JDK or Java runtime.
    ///
    /// @param version as in `21.0.8`
    /// @param vendor as its `release` file names it
    public record Installed(Path home, Runtime.Version version, String vendor, VirtualMachine vm) {

        public int major() {
            return version.feature();
        }

        /// `21.0.8+9 (Eclipse Adoptium) in /usr/lib/jvm/jdk-21`.
        public String describe() {
            return "%s%s in %s"
                    .formatted(version, vendor.isEmpty() ? "" : " (" + vendor + ")", home);
        }

        /// The JDK or Java runtime in a folder; empty when there is none.
        static Optional<Installed> in(Path home) {
            var release = home.resolve("release");
            if (!Files.isExecutable(home.resolve("bin", "java")) || !Files.isReadable(release)) {
                return Optional.empty();
            }
            var properties = properties(release);
            return Stream.of("JAVA_RUNTIME_VERSION", "JAVA_VERSION")
                    .flatMap(key -> version(properties.getOrDefault(key, "")).stream())
                    .findFirst()
                    .map(v ->
                            new Installed(
                                    real(home),
                                    v,
                                    properties.getOrDefault("IMPLEMENTOR", ""),
                                    VirtualMachine.of(properties)));
        }

        private static Map<String, String> properties(Path release) {
            try (var lines = Files.lines(release)) {
                return lines.map(line -> line.split("=", 2))
                        .filter(pair -> pair.length == 2)
                        .collect(
                                Collectors.toMap(
                                        pair -> pair[0].strip(),
                                        pair -> pair[1].strip().replace("\"", ""),
                                        (first, _) -> first));
            } catch (IOException | UncheckedIOException unreadable) {
                return Map.of(); // a JDK that cannot be identified
            }
        }

        private static Optional<Runtime.Version> version(String text) {
            try {
                return Optional.of(Runtime.Version.parse(text));
            } catch (IllegalArgumentException invalid) {
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

    /// The JDKs in their usual folders.
    public static Jdks ofThisMachine() {
        return in(JdkFolders.candidates(System.getenv(), Path.of(System.getProperty("user.home"))));
    }

    /// The JDKs among some folders.
    static Jdks in(List<Path> homes) {
        var all = new ArrayList<Installed>();
        homes.forEach(home -> Installed.in(home).ifPresent(all::add));
        return new Jdks(all);
    }

    /// The newest JDK; empty when there is none.
    public Optional<Installed> newest() {
        return installed.stream().findFirst();
    }

    /// The home of a variant's JDK, or else of the lab's; empty when that version is not installed.
    public Optional<Path> home(LaunchConfiguration launched) {
        if (launched.jdk().isEmpty()) {
            return Optional.of(Path.of(System.getProperty("java.home")));
        }
        return switch (launched.jdk().get()) {
            case Jdk.Home(var folder) -> Optional.of(folder.toAbsolutePath());
            case Jdk.Version(int major) ->
                    installed.stream()
                            .filter(jdk -> jdk.major() == major)
                            .findFirst()
                            .map(Installed::home);
        };
    }

    /// The `java` of a variant.
    public Optional<Path> java(LaunchConfiguration launched) {
        return home(launched).map(home -> home.resolve("bin", "java"));
    }

    /// The JDK of a variant, for the record of a run: version, vendor and home as far as they are
    /// known.
    public String describe(LaunchConfiguration launched) {
        return home(launched).map(Jdks::describe).orElse("unknown");
    }

    /// The major version of the JDK in a folder; empty where its `release` file is missing.
    public static Optional<Integer> major(Path home) {
        return Installed.in(home).map(Installed::major);
    }

    /// The JDK in a folder, for the record of a run.
    public static String describe(Path home) {
        return Installed.in(home).map(Installed::describe).orElse(home.toString());
    }

    /// All JDKs as text, `25.0.3+9 in …, 17.0.15+6 in …`; `none` when there is none.
    public String found() {
        return installed.isEmpty()
                ? "none"
                : installed.stream().map(Installed::describe).collect(Collectors.joining(", "));
    }
}
