package dev.loombench.observe.library;

import dev.loombench.base.JvmVariables;
import dev.loombench.observe.proc.ProcessNamespaces;
import dev.loombench.observe.result.FileSetting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What configures an application beside its command line: settings of its files, and variables of
/// its environment, of which only the names are kept; of those with options of the JVM, the names
/// of the properties that they set.
public record ApplicationSettings(List<FileSetting> files, Set<String> variables) {
    /// `KEY` of `-DKEY=VALUE`, also in quotes.
    private static final Pattern PROPERTY = Pattern.compile("^-D([^=\\s]+).*");

    /// Words that name a file with further options.
    private static final Pattern OPTIONS_FILE = Pattern.compile("@.+|-XX:(Flags|VMOptionsFile)=.*");

    /// Nothing that is known.
    public static final ApplicationSettings NONE = new ApplicationSettings(List.of(), Set.of());

    public ApplicationSettings {
        files = List.copyOf(files);
        variables = Set.copyOf(variables);
    }

    /// Those of a process, from the kernel's list of its open files, at no cost to it (Linux).
    ///
    /// @throws IOException where its open files or its environment are not readable
    public static ApplicationSettings of(long pid) throws IOException {
        var environment = ProcessNamespaces.of(pid).process().resolve("environ");
        return new ApplicationSettings(
                ApplicationFiles.of(pid), names(Files.readAllBytes(environment)));
    }

    /// The names in `NAME=value`, each of which ends with a zero.
    static Set<String> names(byte[] environment) {
        return Arrays.stream(new String(environment, StandardCharsets.UTF_8).split("\0", -1))
                .filter(variable -> variable.indexOf('=') > 0)
                .map(variable -> variable.split("=", 2))
                .flatMap(variable -> names(variable[0], variable[1]))
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Its own name too where the value names a file with further options.
    private static Stream<String> names(String variable, String value) {
        if (!JvmVariables.NAMES.contains(variable)) {
            return Stream.of(variable);
        }
        var words = value.replaceAll("[\"']", "").split("\\s+", -1);
        return Arrays.stream(words)
                .flatMap(word ->
                        OPTIONS_FILE.matcher(word).matches()
                                ? Stream.of(variable)
                                : PROPERTY.matcher(word).results().map(found -> found.group(1)));
    }
}
