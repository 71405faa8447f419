package dev.loombench.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The build of something that a server needs and the lab's own build does not make, since not
/// every machine has the tool or needs the server.
///
/// @param output a file or a folder; exists once the build has succeeded
/// @param folder in which the command runs
/// @param command that makes the output
/// @param once whether an existing output is final; otherwise the tool runs each time, which costs
///   little when nothing has changed
record BuildSpec(Path output, Path folder, List<String> command, boolean once) {
    BuildSpec {
        command = List.copyOf(command);
    }

    boolean isBuilt() {
        return Files.isExecutable(output);
    }

    /// Whether nothing is left to build.
    boolean isComplete() {
        return once && isBuilt();
    }
}
