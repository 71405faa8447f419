package dev.loombench.cli.agent;

import dev.loombench.agent.link.KeyFile;
import dev.loombench.agent.link.SharedKey;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for the key that a controller and its agents share.
public final class KeyFileOption {
    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = {
                "File with the key that controller and agents share; readable only by its owner."
            })
    private @Nullable Path file;

    boolean isGiven() {
        return file != null;
    }

    /// The key; empty for agents on loopback without one.
    ///
    /// @throws dev.loombench.text.WrongInput when the key file cannot be used
    Optional<SharedKey> key() {
        return Optional.ofNullable(file).map(KeyFile::read);
    }
}
