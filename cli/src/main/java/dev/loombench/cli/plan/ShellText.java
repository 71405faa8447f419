package dev.loombench.cli.plan;

import dev.loombench.text.CommandWords;
import dev.loombench.traffic.Template;
import java.util.List;
import java.util.stream.Collectors;

/// Words of a command for a shell. A placeholder is a variable of the environment, without which
/// the shell does not run the command.
final class ShellText {
    private static final String MISSING = "a secret of the load, not in the plan; export it";

    private ShellText() {}

    /// As in `load 'http://a/?x=1' -H 'Authorization: Bearer '"${AUTHORIZATION:?…}"`.
    static String words(List<Template> words) {
        return words.stream().map(ShellText::word).collect(Collectors.joining(" "));
    }

    /// A word in which a shell interprets nothing.
    static String word(String text) {
        return CommandWords.join(List.of(text));
    }

    static String word(Template word) {
        return word.parts().isEmpty()
                ? word("")
                : word.parts().stream().map(ShellText::part).collect(Collectors.joining());
    }

    private static String part(Template.Segment part) {
        return switch (part) {
            case Template.Literal(var text) -> word(text);
            case Template.Placeholder(var name) -> "\"${%s:?%s}\"".formatted(name, MISSING);
        };
    }
}
