package dev.loombench.cli.plan;

import dev.loombench.cli.console.Installation;
import dev.loombench.spec.Variant;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import dev.loombench.spec.text.UrlText;
import dev.loombench.spec.yaml.SpecReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What the controller of a plan runs: an experiment, or a load on a URL.
///
/// @param verb `run` or `load`
/// @param subject the experiment or the URL, as given
/// @param file the file of an experiment that is not bundled
/// @param arguments further options
/// @param startsServers whether it starts servers, on the machine of the controller
record ControllerCommand(
        String verb,
        String subject,
        Optional<Path> file,
        List<String> arguments,
        boolean startsServers) {
    private static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://.*");

    /// Options that a plan writes itself.
    private static final List<String> WRITTEN = List.of("--load-on", "--key-file");

    private static final String LISTEN = "--listen";

    ControllerCommand {
        arguments = List.copyOf(arguments);
    }

    /// @param subject an experiment as in `run`, or a URL as in `load`
    /// @throws SpecError when it is neither, when it has no load, or when an argument is wrong
    static ControllerCommand of(String subject, List<String> arguments) {
        requirePrintable("the argument", subject);
        for (var argument : arguments) {
            requirePrintable("the argument", argument);
            for (var written : WRITTEN) {
                if (argument.equals(written) || argument.startsWith(written + "=")) {
                    throw new SpecError(written + " is written by the plan itself");
                }
            }
        }
        return URL.matcher(subject).matches()
                ? load(subject, arguments)
                : experiment(subject, arguments);
    }

    private static ControllerCommand load(String url, List<String> arguments) {
        var uri = UrlText.parse(url);
        if (!UrlText.isHttp(uri) && !"tcp".equalsIgnoreCase(uri.getScheme())) {
            throw new SpecError(
                    "the URL must be like http://host:port/path or tcp://host:port, was "
                            + TextSanitizer.quoted(UrlText.shown(url)));
        }
        return new ControllerCommand("load", url, Optional.empty(), arguments, false);
    }

    private static ControllerCommand experiment(String given, List<String> arguments) {
        var home = Installation.find();
        var spec = home.experiment(given, new SpecReader(home.zoo().servers()));
        if (spec.isBatch()) {
            throw new SpecError(
                    "the experiment %s runs programs to their end: agents have no load to drive"
                            .formatted(spec.name()));
        }
        boolean isFile = given.endsWith(".yaml") || given.endsWith(".yml") || exists(given);
        return new ControllerCommand(
                "run",
                given,
                isFile ? Optional.of(Path.of(given)) : Optional.empty(),
                arguments,
                spec.variants().stream().anyMatch(ControllerCommand::isStarted));
    }

    private static boolean exists(String given) {
        return Files.exists(Path.of(given));
    }

    private static boolean isStarted(Variant variant) {
        return variant.service().isPresent() || variant.zooServer().isPresent();
    }

    /// Whether an argument names the address on which the servers listen.
    boolean namesAddress() {
        return arguments.stream().anyMatch(a -> a.equals(LISTEN) || a.startsWith(LISTEN + "="));
    }

    /// The name of what it runs, as in `mine` or `load`.
    String name() {
        return verb.equals("run")
                ? Path.of(subject).getFileName().toString().replaceFirst("\\.ya?ml$", "")
                : verb;
    }

    /// The words after `loombench`, up to the options that name the agents.
    ///
    /// @param where the subject as the controller finds it
    List<String> words(String where) {
        var words = new ArrayList<>(List.of(verb, where));
        words.addAll(arguments);
        return List.copyOf(words);
    }

    /// Refuses control characters and line breaks, which a line of a script or a comment cannot
    /// contain.
    ///
    /// @throws SpecError when the text has one
    static String requirePrintable(String what, String text) {
        if (!TextSanitizer.isPrintable(text)) {
            throw new SpecError(
                    "%s %s has a control character or a line break"
                            .formatted(what, TextSanitizer.quoted(text)));
        }
        return text;
    }
}
