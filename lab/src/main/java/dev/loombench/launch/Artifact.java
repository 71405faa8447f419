package dev.loombench.launch;

import java.nio.file.Path;
import java.util.List;

/// What of a server is started.
sealed interface Artifact {

    Path file();

    /// Runs on a JVM: the variant's, or the lab's own. The lab's build makes it.
    ///
    /// @param file names the jars it needs in its manifest
    /// @param jvm flags it always needs
    record Jar(Path file, String mainClass, List<String> jvm) implements Artifact {
        public Jar {
            jvm = List.copyOf(jvm);
        }
    }

    /// Runs by itself. It is made on demand, since not every machine has the tool for it.
    ///
    /// @param build the words that make it from what lies in `folder`; does next to nothing when
    ///   nothing has changed
    record Binary(Path file, Path folder, List<String> build) implements Artifact {
        public Binary {
            build = List.copyOf(build);
        }
    }
}
