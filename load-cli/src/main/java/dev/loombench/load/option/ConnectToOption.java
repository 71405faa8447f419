package dev.loombench.load.option;

import dev.loombench.text.ConnectTo;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for another address than that of the host of a URL.
public final class ConnectToOption {
    public static final String NAME = "--connect-to";

    @Option(
            names = NAME,
            paramLabel = "ADDRESS[:PORT]",
            description = {
                "Address to connect to in place of the host of the URL, as in 127.0.0.1:8443. The"
                        + " header Host, the name that TLS sends, and the check of the certificate"
                        + " stay those of the URL."
            })
    private @Nullable String text;

    /// Empty where it is not given.
    ///
    /// @throws dev.loombench.text.WrongInput when it is no address
    public Optional<ConnectTo> address() {
        return text().map(given -> OptionValues.of(NAME, () -> ConnectTo.parse(given)));
    }

    /// As it was given.
    public Optional<String> text() {
        return Optional.ofNullable(text);
    }
}
