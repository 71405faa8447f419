package dev.loombench.observe.library;

import dev.loombench.base.JvmVariables;
import dev.loombench.observe.proc.ProcessNamespaces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The variables of a process's environment, and in place of those with options of the JVM the
/// properties that they set. Of values, only numbers and switches of sizes leave it: others may be
/// secrets.
final class ProcessVariables {
    /// `KEY` and `VALUE` of `-DKEY=VALUE`.
    private static final Pattern PROPERTY = Pattern.compile("^-D([^=\\s]+)=?(.*)");

    /// Words that name a file with further options.
    private static final Pattern OPTIONS_FILE = Pattern.compile("@.+|-XX:(Flags|VMOptionsFile)=.*");

    /// `KEY` of an argument or a system property.
    private static final Pattern ARGUMENT = Pattern.compile("(?:-D|--)([^=\\s]+)(=.*)?");

    /// As in `${POOL_SIZE:10}`. A name in lower case may be that of a property, which any file may
    /// set.
    private static final Pattern REFERENCE =
            Pattern.compile("\\$\\{([A-Z][A-Z0-9_]*)(?::(\\d{1,9}))?\\}");

    private final Map<String, String> values;
    private final Set<String> arguments;

    /// @param environment `NAME=value`, each of which ends with a zero
    /// @param commandLine words, each of which ends with a zero
    ProcessVariables(byte[] environment, byte[] commandLine) {
        values =
                strings(environment)
                        .filter(variable -> variable.indexOf('=') > 0)
                        .map(variable -> variable.split("=", 2))
                        .flatMap(variable -> properties(variable[0], variable[1]))
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        Entry::getKey,
                                        Entry::getValue,
                                        (a, b) -> a.equals(b) ? a : ""));
        arguments =
                strings(commandLine)
                        .map(ARGUMENT::matcher)
                        .filter(argument -> argument.matches())
                        .map(argument -> argument.group(1))
                        .collect(Collectors.toUnmodifiableSet());
    }

    /// Those of a process (Linux).
    ///
    /// @throws IOException where its environment is not readable
    static ProcessVariables of(long pid) throws IOException {
        var process = ProcessNamespaces.of(pid).process();
        return new ProcessVariables(
                Files.readAllBytes(process.resolve("environ")),
                Files.readAllBytes(process.resolve("cmdline")));
    }

    private static Stream<String> strings(byte[] text) {
        return Arrays.stream(new String(text, StandardCharsets.UTF_8).split("\0", -1));
    }

    /// Its own name too where the value names a file with further options.
    private static Stream<Entry<String, String>> properties(String variable, String value) {
        if (!JvmVariables.NAMES.contains(variable)) {
            return Stream.of(Map.entry(variable, value));
        }
        var words = value.replaceAll("[\"']", "").split("\\s+", -1);
        return Arrays.stream(words)
                .flatMap(word ->
                        OPTIONS_FILE.matcher(word).matches()
                                ? Stream.of(Map.entry(variable, ""))
                                : PROPERTY.matcher(word)
                                        .results()
                                        .map(found -> Map.entry(found.group(1), found.group(2))));
    }

    /// The names, each with its value where that is a number or a switch of a size of a pool, and
    /// else with an empty text.
    Map<String, String> sizes() {
        return values.entrySet().stream()
                .collect(
                        Collectors.toUnmodifiableMap(
                                Entry::getKey,
                                variable ->
                                        ConfigurationText.ofVariable(
                                                variable.getKey(), variable.getValue())));
    }

    /// What a reference in the value of a size stands for: the variable, or else its default. Empty
    /// where that is no number, and for other texts.
    String resolve(String text) {
        var reference = REFERENCE.matcher(text);
        if (!reference.matches() || arguments.contains(reference.group(1))) {
            return "";
        }
        var variable = values.get(reference.group(1));
        var otherwise = reference.group(2);
        return ConfigurationText.value(
                variable != null ? variable : otherwise != null ? otherwise : "");
    }
}
