package dev.loombench.cli.option;

import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.result.Invocation;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// The command line of a command that is executed, in which `***` stands for secrets.
public final class TypedCommand {
    private TypedCommand() {}

    public static Invocation of(CommandSpec command) {
        var words = command.commandLine().getParseResult().originalArgs();
        return of(command, words.subList(1, words.size()));
    }

    /// @param words after the command
    static Invocation of(CommandSpec command, List<String> words) {
        var secrets = new WordSecrets();
        return new Invocation(
                Stream.concat(
                                Stream.of(command.name()),
                                TypedWord.of(command, words).stream()
                                        .map(word -> shown(word, secrets)))
                        .toList());
    }

    private static String shown(TypedWord word, WordSecrets secrets) {
        return secrets.templates(word).stream()
                .map(RequestSecrets::masked)
                .collect(Collectors.joining("="));
    }
}
