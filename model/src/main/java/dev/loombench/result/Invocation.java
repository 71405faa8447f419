package dev.loombench.result;

import dev.loombench.text.CommandWords;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The command line that began a run, as typed but without its secrets: for commands that repeat it
/// with a change.
///
/// @param words after `loombench`: the command, then its arguments and options in any order. An
///   option and its value are one word, as in `-c=50`. None where it is not known
public record Invocation(List<String> words) {
    public static final Invocation UNKNOWN = new Invocation(List.of());

    public Invocation {
        words = List.copyOf(words);
    }

    /// Whether it is this command of `loombench`.
    public boolean is(String command) {
        return !words.isEmpty() && words.getFirst().equals(command);
    }

    /// The words that are neither the command nor options.
    public List<String> arguments() {
        return words.stream().skip(1).filter(word -> !isOption(word)).toList();
    }

    private static boolean isOption(String word) {
        return word.startsWith("-");
    }

    /// Whether an option has the name, or begins with it where the name has a part of the value, as
    /// in `--set=key`.
    private static Predicate<String> is(List<String> names) {
        return word ->
                names.stream().anyMatch(name -> word.equals(name) || word.startsWith(name + "="));
    }

    /// The options with the names, in their order.
    public List<String> options(List<String> names) {
        return options().filter(is(names)).toList();
    }

    /// The command line with other arguments.
    public Invocation withArguments(List<String> others) {
        return new Invocation(
                Stream.of(words.stream().limit(1), others.stream(), options())
                        .flatMap(part -> part)
                        .toList());
    }

    private Stream<String> options() {
        return words.stream().skip(1).filter(Invocation::isOption);
    }

    /// The command line with an option in place of those with the names, or after all words.
    ///
    /// @param names of the replaced option; the last one is that of the new one
    public Invocation with(List<String> names, String value) {
        var option = names.getLast() + "=" + value;
        var changed = new ArrayList<String>();
        for (var word : words) {
            if (!is(names).test(word)) {
                changed.add(word);
            } else if (!changed.contains(option)) {
                changed.add(option);
            }
        }
        if (!changed.contains(option)) {
            changed.add(option);
        }
        return new Invocation(changed);
    }

    /// The command line with an option that has no value, after all words.
    public Invocation with(String option) {
        return new Invocation(Stream.concat(words.stream(), Stream.of(option)).toList());
    }

    /// The command line without some options.
    public Invocation without(List<String> names) {
        return new Invocation(words.stream().filter(is(names).negate()).toList());
    }

    /// The command on one line for a shell.
    public String line() {
        var line = new ArrayList<>(List.of("loombench"));
        for (var word : words) {
            int equals = word.indexOf('=');
            if (isOption(word) && equals >= 0) {
                line.addAll(List.of(word.substring(0, equals), word.substring(equals + 1)));
            } else {
                line.add(word);
            }
        }
        return CommandWords.join(line);
    }
}
