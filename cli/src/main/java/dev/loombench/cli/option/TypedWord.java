package dev.loombench.cli.option;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// A part of a command line: an argument, or an option with its value.
public sealed interface TypedWord {
    record Argument(String text) implements TypedWord {}

    /// @param name as typed, as in `-c`
    /// @param longName the longest of its names
    /// @param value empty where it takes none
    record Option(String name, String longName, Optional<String> value) implements TypedWord {}

    /// The parts of a command line, as picocli reads them: a value is in the same word
    /// (`--path=/a`, `-c50`, `-c=50`) or in the next one, and the letters of options without values
    /// may be in one word.
    ///
    /// @param words after the command
    /// @throws WrongInput when the command has no such option, or a value is missing
    static List<TypedWord> of(CommandSpec command, List<String> words) {
        var left = new ArrayDeque<>(words);
        var parts = new ArrayList<TypedWord>();
        while (!left.isEmpty()) {
            var word = left.pop();
            if (word.equals("--")) {
                left.forEach(argument -> parts.add(new Argument(argument)));
                left.clear();
            } else if (word.startsWith("--")) {
                parts.add(longOption(command, word, left));
            } else if (word.startsWith("-") && word.length() > 1) {
                letters(command, word, left, parts);
            } else {
                parts.add(new Argument(word));
            }
        }
        return parts;
    }

    private static Option longOption(CommandSpec command, String word, Deque<String> left) {
        int equals = word.indexOf('=');
        var name = equals < 0 ? word : word.substring(0, equals);
        var option = option(command, name);
        if (equals >= 0) {
            return new Option(name, option.longestName(), Optional.of(word.substring(equals + 1)));
        }
        return new Option(
                name,
                option.longestName(),
                takesValue(option) ? Optional.of(next(name, left)) : Optional.empty());
    }

    private static void letters(
            CommandSpec command, String word, Deque<String> left, List<TypedWord> parts) {
        for (int at = 1; at < word.length(); at++) {
            var name = "-" + word.charAt(at);
            var option = option(command, name);
            if (takesValue(option)) {
                var rest = word.substring(at + 1);
                var value =
                        rest.isEmpty()
                                ? next(name, left)
                                : rest.startsWith("=") ? rest.substring(1) : rest;
                parts.add(new Option(name, option.longestName(), Optional.of(value)));
                return;
            }
            parts.add(new Option(name, option.longestName(), Optional.empty()));
        }
    }

    private static OptionSpec option(CommandSpec command, String name) {
        return Optional.ofNullable(command.optionsMap().get(name))
                .or(() -> Optional.ofNullable(command.negatedOptionsMap().get(name)))
                .orElseThrow(() ->
                        new WrongInput(
                                "loombench %s has no option %s"
                                        .formatted(command.name(), TextSanitizer.quoted(name))));
    }

    private static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    private static String next(String name, Deque<String> left) {
        if (left.isEmpty()) {
            throw new WrongInput("option %s needs a value".formatted(name));
        }
        return left.pop();
    }
}
