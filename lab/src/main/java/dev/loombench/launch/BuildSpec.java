package dev.loombench.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What a server needs and the lab's build does not make, since not every machine has the tool for
/// it, or the use.
///
/// @param made a file or a folder; there once the build has succeeded
/// @param folder where the words are run
/// @param build the words that make it
/// @param once whether it is done with when it is there; otherwise the tool is asked each time, and
///   does next to nothing when nothing has changed
record BuildSpec(Path made, Path folder, List<String> build, boolean once) {
    BuildSpec {
        build = List.copyOf(build);
    }

    boolean isThere() {
        return Files.isExecutable(made);
    }

    /// Whether there is nothing to build.
    boolean isSettled() {
        return once && isThere();
    }
}
