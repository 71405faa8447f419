package dev.loombench.cli.load;

import dev.loombench.spec.requests.RequestSecrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The arguments of a command line as they are shown: `***` stands for secrets of requests and of
/// the environment of services.
public final class ShownArguments {
    private static final Set<String> OPTIONS =
            Set.of("-H", "--header", "--cookie", "--body", "--path", "--env");

    private ShownArguments() {}

    /// @param arguments of `loombench`, which were accepted
    public static List<String> of(List<String> arguments) {
        var shown = new ArrayList<String>();
        var option = "";
        for (var argument : arguments) {
            if (OPTIONS.contains(option)) {
                shown.add(masked(option, argument));
                option = "";
            } else {
                shown.add(withValue(argument));
                option = argument;
            }
        }
        return shown;
    }

    /// `--path=/a` and `-HA:b` have the value in the same argument.
    private static String withValue(String argument) {
        int equals = argument.indexOf('=');
        int end = argument.startsWith("--") ? equals : argument.startsWith("-H") ? 2 : -1;
        if (end < 0 || end >= argument.length() || !OPTIONS.contains(argument.substring(0, end))) {
            return argument;
        }
        int from = equals == end ? end + 1 : end;
        return argument.substring(0, from)
                + masked(argument.substring(0, end), argument.substring(from));
    }

    private static String masked(String option, String value) {
        return switch (option) {
            case "-H", "--header" -> header(value);
            case "--cookie" -> RequestSecrets.maskedHeader("Cookie", value);
            case "--body" -> RequestSecrets.maskedBody(value);
            case "--path" -> RequestSecrets.maskedPath(value);
            case "--env" -> variable(value);
            default -> throw new IllegalStateException(option);
        };
    }

    private static String header(String header) {
        int colon = header.indexOf(':');
        return header.substring(0, colon)
                + ": "
                + RequestSecrets.maskedHeader(
                        header.substring(0, colon), header.substring(colon + 1).strip());
    }

    private static String variable(String variable) {
        int equals = variable.indexOf('=');
        return equals > 0
                        && RequestSecrets.mayBe(
                                variable.substring(0, equals), variable.substring(equals + 1))
                ? variable.substring(0, equals + 1) + "***"
                : variable;
    }
}
