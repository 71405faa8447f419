package dev.loombench.load.option;

import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.Suggestions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The message of wrong usage, in which `***` stands for secrets: unknown arguments may have some,
/// as those of curl.
public final class UsageText {
    private UsageText() {}

    public static String of(ParameterException wrong) {
        return wrong instanceof UnmatchedArgumentException unmatched
                ? ofUnmatched(unmatched)
                : String.valueOf(wrong.getMessage());
    }

    /// The known command or option with the most similar name, as a question.
    public static Optional<String> suggestion(ParameterException wrong) {
        return wrong instanceof UnmatchedArgumentException unmatched
                ? nearest(unmatched)
                : Optional.empty();
    }

    /// Only the options among the words after an unknown one: its value takes the place of an
    /// argument, and an argument is left over.
    private static String ofUnmatched(UnmatchedArgumentException wrong) {
        if (wrong.isUnknownOption()) {
            var options = wrong.getUnmatched().stream().filter(w -> w.startsWith("-")).toList();
            return options.stream()
                    .map(option -> "'" + RequestSecrets.maskedBody(option) + "'")
                    .collect(
                            Collectors.joining(
                                    ", ",
                                    options.size() == 1 ? "Unknown option: " : "Unknown options: ",
                                    ""));
        }
        var message = String.valueOf(wrong.getMessage());
        for (var word : wrong.getUnmatched()) {
            message = message.replace(word, RequestSecrets.maskedBody(word));
        }
        return message;
    }

    private static Optional<String> nearest(UnmatchedArgumentException wrong) {
        var line = wrong.getCommandLine();
        var known = new ArrayList<>(line.getSubcommands().keySet());
        line.getCommandSpec().options().forEach(o -> known.addAll(List.of(o.names())));
        var word = wrong.getUnmatched().getFirst();
        int equals = word.startsWith("-") ? word.indexOf('=') : -1;
        return Suggestions.nearest(equals < 0 ? word : word.substring(0, equals), known)
                .map(name -> "did you mean " + name + "?");
    }
}
