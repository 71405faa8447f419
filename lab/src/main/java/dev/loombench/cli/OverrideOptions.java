package dev.loombench.cli;

import dev.loombench.spec.yaml.Overrides;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of `loombench run` that replace values of an experiment's file.
final class OverrideOptions {
    @Option(
            names = {"-c", "--users"},
            paramLabel = "N",
            description = "Users in place of the load of the file.")
    private @Nullable String users;

    @Option(
            names = {"-R", "--rate"},
            paramLabel = "RATE",
            description =
                    "Requests per second, as in 500 or 10k, in place of the load of the file.")
    private @Nullable String rate;

    @Option(
            names = "--path",
            paramLabel = "PATH",
            description = "Path to request, in place of that of the file.")
    private @Nullable String path;

    @Option(
            names = "--trials",
            paramLabel = "N",
            description = "Trials per variant, in place of those of the file and of its budget.")
    private @Nullable String trials;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            description = "Length of the measured window, as in 10s, in place of that of the file.")
    private @Nullable String duration;

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            description =
                    "Longest warm-up, which ends when the server is steady, in place of that of the file.")
    private @Nullable String warmUp;

    @Option(
            names = "--variant",
            paramLabel = "NAME",
            description = "Only this variant of the file. Repeatable.")
    private List<String> variants = List.of();

    Overrides overrides() {
        return new Overrides(
                Optional.ofNullable(users),
                Optional.ofNullable(rate),
                Optional.ofNullable(path),
                Optional.ofNullable(trials),
                Optional.ofNullable(duration).map(OverrideOptions::withUnit),
                Optional.ofNullable(warmUp).map(OverrideOptions::withUnit),
                variants);
    }

    /// A bare whole number is seconds, as in `loombench load`.
    private static String withUnit(String duration) {
        return duration.matches("\\d+") ? duration + "s" : duration;
    }
}
