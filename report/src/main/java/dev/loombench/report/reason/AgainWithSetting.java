package dev.loombench.report.reason;

import dev.loombench.analysis.concurrency.ConfiguredLimits;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.Invocation;
import dev.loombench.text.CommandWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The `loombench compare` command that repeats a comparison with several values of a setting.
final class AgainWithSetting {
    private static final String SET = "--set";

    /// Options that make variants of one jar, which a command in its place contains.
    private static final List<String> VARIANTS = List.of(SET, "--models", "--java-agent");

    /// Options for the first comparison only: its file, and conditions that name its variants.
    private static final List<String> ONCE = List.of("--write", "--fail-if");

    private AgainWithSetting() {}

    /// The command on one line for a shell.
    ///
    /// @param typed the command line of the comparison
    /// @param variant whose service is measured with all values
    /// @param property of Spring Boot
    /// @return empty where it was another command, or the service already ran
    static Optional<String> of(
            Invocation typed, Variant variant, String property, List<Long> values) {
        if (!typed.is("compare") || variant.service().isEmpty()) {
            return Optional.empty();
        }
        var again = typed.without(ONCE);
        return Optional.of(
                isSetByOption(again, variant, property)
                        ? withOption(again, property, values).line()
                        : withCommands(again, variant, property, values).line());
    }

    /// Whether `--set` may choose the property: of one jar, and unless `--models` chooses it.
    private static boolean isSetByOption(Invocation typed, Variant variant, String property) {
        var arguments = typed.arguments();
        boolean isOneJar = arguments.size() == 1 && arguments.getFirst().endsWith(".jar");
        boolean isChosen =
                words(variant).stream().anyMatch(word -> ConfiguredLimits.sets(word, property));
        return isOneJar && (!isChosen || typed.words().stream().anyMatch(w -> sets(w, property)));
    }

    private static Invocation withOption(Invocation typed, String property, List<Long> values) {
        var list = values.stream().map(String::valueOf).collect(Collectors.joining(","));
        return typed.with(List.of(SET + "=" + property), list);
    }

    /// The variant's command with each value in place of all services.
    private static Invocation withCommands(
            Invocation typed, Variant variant, String property, List<Long> values) {
        var commands = new ArrayList<String>();
        for (var value : values) {
            var command = new ArrayList<>(words(variant));
            command.removeIf(word -> ConfiguredLimits.sets(word, property));
            command.add("--%s=%d".formatted(property, value));
            commands.add("size-%d=%s".formatted(value, CommandWords.join(command)));
        }
        return typed.without(VARIANTS).withArguments(commands);
    }

    private static List<String> words(Variant variant) {
        return variant.service().orElseThrow().shownWords();
    }

    private static boolean sets(String word, String property) {
        return word.startsWith(SET + "=" + property + "=");
    }
}
