package dev.loombench.launch;

import dev.loombench.launch.repository.FetchedJars;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The jar or binary that starts a server.
sealed interface Artifact {

    Path file();

    /// The part that is built before the first trial; empty when the lab's build makes everything.
    Optional<BuildSpec> buildSpec();

    /// A jar that runs on the variant's JVM, or else on the lab's. The lab's build makes it, or it
    /// is fetched.
    ///
    /// @param file whose manifest names the jars that it needs
    /// @param jvm flags of every start
    /// @param buildSpec a runtime that it needs in addition to its jars
    /// @param fetched where the installation does not have it: the file and the jars that it needs
    record Jar(
            Path file,
            String mainClass,
            List<String> jvm,
            Optional<BuildSpec> buildSpec,
            Optional<FetchedJars> fetched)
            implements Artifact {
        public Jar {
            jvm = List.copyOf(jvm);
        }
    }

    /// A program that runs without a JVM.
    record Binary(BuildSpec build) implements Artifact {
        @Override
        public Path file() {
            return build.output();
        }

        @Override
        public Optional<BuildSpec> buildSpec() {
            return Optional.of(build);
        }
    }
}
