package dev.loombench.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What of a server is started.
sealed interface Artifact {

    Path file();

    /// What of it has to be made before the first trial; empty when the lab's build makes it all.
    Optional<BuildSpec> onDemand();

    /// Runs on a JVM: the variant's, or the lab's own. The lab's build makes it.
    ///
    /// @param file names the jars it needs in its manifest
    /// @param jvm flags it always needs
    /// @param onDemand a runtime that it needs beside its jars
    record Jar(Path file, String mainClass, List<String> jvm, Optional<BuildSpec> onDemand)
            implements Artifact {
        public Jar {
            jvm = List.copyOf(jvm);
        }
    }

    /// Runs by itself.
    record Binary(BuildSpec program) implements Artifact {
        @Override
        public Path file() {
            return program.made();
        }

        @Override
        public Optional<BuildSpec> onDemand() {
            return Optional.of(program);
        }
    }
}
