package dev.loombench.cli.compare;

import dev.loombench.cli.console.Installation;
import dev.loombench.launch.limit.PathLookup;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// What is neither jar, command nor URL, and would be started as a program: an experiment, a URL of
/// another kind, a host and port without a scheme, and a command after a name that is none.
final class NoService {
    private static final Pattern OTHER_URL =
            Pattern.compile("(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://\\S*");

    /// With a path or without, which may have a secret.
    private static final Pattern HOST_AND_PORT =
            Pattern.compile(
                    "(?<address>(?:[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+]):\\d{2,5})(?:[/?#]\\S*)?");

    /// `my app=java -jar app.jar`, whose first word would be the program.
    private static final Pattern WRONG_NAME =
            Pattern.compile(
                    "(?<name>[^='\"/-]*)=(?:java\\s.*|\\S+\\.jar|(?:https?|tcp)://\\S*)",
                    Pattern.DOTALL);

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
        if (Installation.isExperimentFile(service)) {
            throw new WrongInput(
                    "%s is an experiment, and services are expected: jars, commands or URLs; loombench run measures the variants of an experiment, and loombench capacity takes one"
                            .formatted(TextSanitizer.quoted(service)));
        }
        var named = WRONG_NAME.matcher(service);
        if (named.matches() && !isThere(service)) {
            throw new WrongInput(
                    "the name of a variant begins with a letter and has letters of ASCII, digits, ., _ and - only, as in pool='java -jar app.jar'; was %s"
                            .formatted(TextSanitizer.quoted(named.group("name"))));
        }
        var address = HOST_AND_PORT.matcher(service);
        if (address.matches() && !isThere(service)) {
            throw new WrongInput(
                    "%s is no command; a service that runs is named by its URL, as in http://%s"
                            .formatted(
                                    TextSanitizer.quoted(address.group("address")),
                                    address.group("address")));
        }
    }

    /// Whether it is a file, or its first word a program with what only resembles a command behind
    /// it, as in `sh start.sh upstream=http://localhost:9000`.
    private static boolean isThere(String service) {
        return Files.exists(Path.of(service))
                || PathLookup.find(service.split("\\s", 2)[0]).isPresent();
    }
}
