package dev.loombench.experiment.variant;

import dev.loombench.text.CommandWords;
import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The options of Java agents in a command, as in `-javaagent:apm.jar=licenseKey=...,env=test`.
/// Some of their values may be secrets: the service gets them, and no result has them.
public final class AgentOptions {
    private static final String AGENT = "-javaagent:";

    private static final Pattern IN_COMMAND =
            Pattern.compile(AGENT + "[^\\s=\"']++=(?<options>[^\\s\"']++)");

    private static final Pattern PAIR =
            Pattern.compile("(?<![\\w.\\[\\]-])(?<name>[\\w.\\[\\]-]++)=(?<value>[^,;&|\\s\"']++)");

    private AgentOptions() {}

    /// Options whose values are replaced.
    ///
    /// @param options as in `licenseKey=...,env=test`
    /// @param value the replacement of a name and its value
    /// @param rest the replacement of all other text
    public static String mapped(
            String options, BinaryOperator<String> value, UnaryOperator<String> rest) {
        var mapped = new StringBuilder();
        var pair = PAIR.matcher(options);
        int at = 0;
        while (pair.find()) {
            mapped.append(rest.apply(options.substring(at, pair.start("value"))));
            mapped.append(value.apply(pair.group("name"), pair.group("value")));
            at = pair.end();
        }
        return mapped.append(rest.apply(options.substring(at))).toString();
    }

    /// A word of a command, or a whole one, whose options of agents are replaced as above.
    public static String mappedIn(
            String command, BinaryOperator<String> value, UnaryOperator<String> rest) {
        if (command.startsWith(AGENT)) { // a word, whose options may have spaces
            int from = command.indexOf('=') + 1;
            return rest.apply(command.substring(0, from))
                    + mapped(command.substring(from), from == 0 ? (_, v) -> v : value, rest);
        }
        var mapped = new StringBuilder();
        var agent = IN_COMMAND.matcher(command);
        int at = 0;
        while (agent.find()) {
            mapped.append(rest.apply(command.substring(at, agent.start("options"))));
            mapped.append(mapped(agent.group("options"), value, rest));
            at = agent.end();
        }
        return mapped.append(rest.apply(command.substring(at))).toString();
    }

    /// Checks that the agents of a command have their secrets.
    ///
    /// @throws WrongInput when one was not stored
    static void requireStored(List<String> words) {
        for (var word : words) {
            var _ =
                    mappedIn(
                            word,
                            (name, value) -> {
                                requireStored(word, name, value);
                                return value;
                            },
                            text -> text);
        }
    }

    private static void requireStored(String word, String name, String value) {
        if (value.equals(CommandSecrets.MASK)) {
            throw new WrongInput(
                    "the value of %s in -javaagent is not stored with the run, as it may be secret; resume it with %s, and the value in place of %s"
                            .formatted(
                                    name,
                                    String.join(" ", again(List.of(word))),
                                    CommandSecrets.MASK));
        }
    }

    /// The options that give agents of a run again whose secrets are not stored, as in
    /// `--java-agent apm.jar=licenseKey=***`.
    public static List<String> again(List<String> words) {
        return words.stream()
                .flatMap(AgentOptions::flags)
                .filter(flag -> flag.contains(CommandSecrets.MASK))
                .map(flag ->
                        "--java-agent "
                                + CommandWords.join(List.of(flag.substring(AGENT.length()))))
                .distinct()
                .toList();
    }

    /// The flags of agents in a word of a command.
    public static Stream<String> flags(String word) {
        return word.startsWith(AGENT)
                ? Stream.of(word)
                : IN_COMMAND.matcher(word).results().map(MatchResult::group);
    }
}
