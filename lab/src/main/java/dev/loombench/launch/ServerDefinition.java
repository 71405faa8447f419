package dev.loombench.launch;

import dev.loombench.experiment.variant.ServerDescription;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A server of the zoo and how it is launched.
///
/// @param folder of its description
record ServerDefinition(ServerDescription description, Artifact artifact, Path folder) {

    String name() {
        return description.name();
    }

    /// The Maven module of its jar, as in `zoo/tomcat`; empty when there is none.
    Optional<String> module() {
        return switch (artifact) {
            case Artifact.Jar _ when Files.isRegularFile(folder.resolve("pom.xml")) ->
                    Optional.of("zoo/" + folder.getFileName());
            case Artifact.Jar _, Artifact.Binary _ -> Optional.empty();
        };
    }
}
