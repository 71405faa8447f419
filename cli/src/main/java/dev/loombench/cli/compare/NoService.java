package dev.loombench.cli.compare;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// What is neither jar, command nor URL, and would be started as a program: an experiment, a URL of
/// another kind, and a host and port without a scheme.
final class NoService {
    private static final Pattern EXPERIMENT = Pattern.compile("\\S+\\.ya?ml");

    private static final Pattern OTHER_URL =
            Pattern.compile("(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://\\S*");

    /// With a path or without, which may have a secret.
    private static final Pattern HOST_AND_PORT =
            Pattern.compile(
                    "(?<address>(?:[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+]):\\d{2,5})(?:[/?#]\\S*)?");

    private NoService() {}

    /// @param service jar, command or URL
    /// @throws WrongInput when it is none of them, with what is meant
    static void require(String service) {
        if (NamedCommand.isUrl(service)) {
            return;
        }
        var url = OTHER_URL.matcher(service);
        if (url.matches()) {
            throw new WrongInput(
                    "a service that runs is named by a URL with http://, https:// or tcp://, was %s://; loombench load also takes ws:// and grpc://"
                            .formatted(url.group("scheme")));
        }
        if (EXPERIMENT.matcher(service).matches()) {
            throw new WrongInput(
                    "%s is an experiment, and services are expected: jars, commands or URLs; loombench run measures the variants of an experiment, and loombench capacity takes one"
                            .formatted(TextSanitizer.quoted(service)));
        }
        var address = HOST_AND_PORT.matcher(service);
        if (address.matches() && !Files.exists(Path.of(service))) {
            throw new WrongInput(
                    "%s is no command; a service that runs is named by its URL, as in http://%s"
                            .formatted(
                                    TextSanitizer.quoted(address.group("address")),
                                    address.group("address")));
        }
    }
}
