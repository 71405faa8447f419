package dev.loombench.load.option;

import dev.loombench.text.BodyContent;
import dev.loombench.traffic.LoadDefaults;
import dev.loombench.traffic.Request;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for the body of requests.
public final class BodyOption {
    @Option(
            names = "--body",
            paramLabel = "TEXT|@FILE",
            description = {
                "Request body, or its file, which is sent as it is, of at most 64 MiB. Default: empty; for tcp://"
                        + " the line \""
                        + LoadDefaults.LINE
                        + "\"."
            })
    private @Nullable String body;

    public boolean isGiven() {
        return body != null;
    }

    /// The method of a request that names none, also where the given body is empty.
    public String defaultMethod() {
        return Request.defaultMethod(isGiven());
    }

    /// The bytes of the option's text, or of its file; empty when it is not given.
    ///
    /// @throws dev.loombench.text.WrongInput when the file cannot be read
    public Optional<byte[]> content() {
        return Optional.ofNullable(body).map(BodyContent::of);
    }
}
