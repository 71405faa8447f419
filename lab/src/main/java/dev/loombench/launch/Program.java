package dev.loombench.launch;

import dev.loombench.spec.ServerDescription;
import java.nio.file.Path;
import java.util.List;

/// A server of the zoo and what it takes to launch it.
///
/// @param jar names the jars it needs in its manifest
/// @param jvm flags it always needs
record Program(ServerDescription description, String mainClass, Path jar, List<String> jvm) {
    Program {
        jvm = List.copyOf(jvm);
    }

    String name() {
        return description.name();
    }
}
