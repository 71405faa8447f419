package dev.loombench.junit;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Words of `loombench load` in those of [HoldsObjective]: messages and remedies name options of
/// the command line, and a test has attributes.
final class AttributeText {
    /// Attributes by option.
    static final Map<String, String> ATTRIBUTES =
            Map.of(
                    "--body", "body",
                    "-c", "connections",
                    "--connections", "connections",
                    "--duration", "duration",
                    "--insecure", "insecure",
                    "-R", "rate",
                    "--rate", "rate",
                    "--slo", "value",
                    "--timeout", "timeout",
                    "--warm-up", "warmUp");

    private static final String THREADS = "more --threads, or a lower load";
    private static final String ERRORS = "--fail-if 'errors>N'";

    private static final Pattern HEADER = Pattern.compile("-H '([^']*)'");

    /// An option, with its value where that is a word such as FILE; not the one of `taskset -c`.
    private static final Pattern OPTION =
            Pattern.compile(
                    "(?<!taskset |[\\w-])(--[a-z][a-z0-9-]*|-[cR])(?: [A-Z]+\\b)?(?![\\w-])");

    private AttributeText() {}

    /// The text with attributes in place of their options; of an option without one it says where
    /// it is.
    static String of(String text) {
        var words = text.replace(THREADS, "a lower rate").replace(ERRORS, "errors<1% in value");
        words = HEADER.matcher(words).replaceAll("headers = \"$1\"");
        return OPTION.matcher(words)
                .replaceAll(
                        option -> Matcher.quoteReplacement(named(option.group(1), option.group())));
    }

    private static String named(String option, String withValue) {
        var attribute = ATTRIBUTES.get(option);
        return attribute == null
                ? withValue + " of loombench load"
                : attribute + withValue.substring(option.length());
    }
}
