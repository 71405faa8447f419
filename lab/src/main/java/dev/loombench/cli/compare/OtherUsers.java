package dev.loombench.cli.compare;

import dev.loombench.spec.text.CommandWords;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The command line of a comparison with other numbers of users.
public final class OtherUsers {
    private OtherUsers() {}

    /// The command on one line for a shell.
    ///
    /// @param arguments of `loombench`, with the option for users
    /// @param users at least one
    public static String command(List<String> arguments, List<Integer> users) {
        var list = users.stream().map(String::valueOf).collect(Collectors.joining(","));
        var words = new ArrayList<>(List.of("loombench"));
        boolean isValue = false;
        for (var argument : arguments) {
            words.add(isValue ? list : replaced(argument, list));
            isValue = argument.equals("-c") || argument.equals("--users");
        }
        return CommandWords.join(words);
    }

    /// `-c50`, `-c=50` and `--users=50` have the value in the same argument.
    private static String replaced(String argument, String list) {
        if (argument.startsWith("--users=")) {
            return "--users=" + list;
        }
        return argument.matches("-c=?\\d[\\d,]*") ? "-c" + list : argument;
    }
}
