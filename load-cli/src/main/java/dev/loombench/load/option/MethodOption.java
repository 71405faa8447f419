package dev.loombench.load.option;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for the method of requests.
public final class MethodOption {
    @Option(
            names = {"-m", "--method", "-X", "--request"},
            paramLabel = "METHOD",
            description = "Request method. Default: GET, or POST with a body.")
    private @Nullable String method;

    public Optional<String> method() {
        return Optional.ofNullable(method);
    }
}
