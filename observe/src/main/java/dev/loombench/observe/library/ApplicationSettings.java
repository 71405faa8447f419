package dev.loombench.observe.library;

import dev.loombench.observe.result.FileSetting;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What configures an application beside its command line.
///
/// @param files settings of its files
/// @param variables of its environment, and properties that those with options of the JVM set, with
///   their values where these are sizes of pools; other values are empty
public record ApplicationSettings(List<FileSetting> files, Map<String, String> variables) {
    /// Nothing that is known.
    public static final ApplicationSettings NONE = new ApplicationSettings(List.of(), Map.of());

    public ApplicationSettings {
        files = List.copyOf(files);
        variables = Map.copyOf(variables);
    }

    /// What a run stores: the settings of the files, and the variables that may replace them,
    /// without values.
    List<FileSetting> stored() {
        return Stream.concat(
                        files.stream(),
                        variables.keySet().stream()
                                .filter(ConfigurationText::mayReplace)
                                .sorted()
                                .map(FileSetting::ofVariable))
                .toList();
    }

    /// Those of a process, from the kernel's list of its open files, at no cost to it (Linux).
    ///
    /// @throws IOException where its open files or its environment are not readable
    public static ApplicationSettings of(long pid) throws IOException {
        var variables = ProcessVariables.of(pid);
        return new ApplicationSettings(ApplicationFiles.of(pid, variables), variables.sizes());
    }
}
