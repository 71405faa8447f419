package dev.loombench.cli.plan;

import dev.loombench.cli.console.Installation;
import dev.loombench.cli.load.LoadCommand;
import dev.loombench.cli.option.TypedWord;
import dev.loombench.cli.option.WordSecrets;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.UrlText;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Template;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// What the controller of a plan runs: an experiment, or a load on a URL. Variables of the
/// environment stand for its secrets.
///
/// @param verb `run` or `load`
/// @param name of what it runs, as in `mine` or `load`
/// @param subject the experiment or the URL
/// @param file the file of an experiment that is not bundled
/// @param arguments further options
/// @param files that the options of a load name
/// @param startsServers whether it starts servers, on the machine of the controller
/// @param namesAddress whether an option names the address on which the servers listen
record ControllerCommand(
        String verb,
        String name,
        Template subject,
        Optional<Path> file,
        List<Template> arguments,
        LoadFiles files,
        boolean startsServers,
        boolean namesAddress) {
    private static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://.*");

    /// Options that a plan writes itself.
    private static final List<String> WRITTEN = List.of("--load-on", "--key-file");

    private static final String LISTEN = "--listen";
    private static final String PATH = "--path";

    ControllerCommand {
        arguments = List.copyOf(arguments);
    }

    /// @param subject an experiment as in `run`, or a URL as in `load`
    /// @throws WrongInput when it is neither, when it has no load, or when an argument is wrong
    static ControllerCommand of(String subject, List<String> arguments) {
        requirePrintable("the argument", subject);
        for (var argument : arguments) {
            requirePrintable("the argument", argument);
            for (var written : WRITTEN) {
                if (names(argument, written)) {
                    throw new WrongInput(written + " is written by the plan itself");
                }
            }
        }
        return URL.matcher(subject).matches()
                ? load(subject, arguments)
                : experiment(subject, arguments);
    }

    private static boolean names(String argument, String option) {
        return argument.equals(option) || argument.startsWith(option + "=");
    }

    private static ControllerCommand load(String url, List<String> arguments) {
        var uri = UrlText.parse(url);
        boolean isTcp = "tcp".equalsIgnoreCase(uri.getScheme()) && UrlText.host(uri).isPresent();
        if (!UrlText.isHttp(uri) && !isTcp) {
            throw new WrongInput(
                    "the URL must be like http://host:port/path or tcp://host:port, was "
                            + TextSanitizer.quoted(UrlText.shown(url)));
        }
        var options = CommandSpec.forAnnotatedObject(new LoadCommand());
        var words = TypedWord.of(options, arguments);
        var secrets = new WordSecrets();
        return new ControllerCommand(
                "load",
                "load",
                secrets.url(url),
                Optional.empty(),
                words.stream().flatMap(word -> secrets.templates(word).stream()).toList(),
                LoadFiles.of(options, words),
                false,
                false);
    }

    private static ControllerCommand experiment(String given, List<String> arguments) {
        requireNoSecret(arguments);
        var home = Installation.find();
        var experiment = home.experiment(given, new ExperimentReader(home.zoo().servers()));
        if (experiment.isBatch()) {
            throw new WrongInput(
                    "the experiment %s runs programs to their end: agents have no load to drive"
                            .formatted(experiment.name()));
        }
        boolean isFile = given.endsWith(".yaml") || given.endsWith(".yml") || exists(given);
        return new ControllerCommand(
                "run",
                String.valueOf(Path.of(given).getFileName()).replaceFirst("\\.ya?ml$", ""),
                literal(given),
                isFile ? Optional.of(Path.of(given)) : Optional.empty(),
                arguments.stream().map(ControllerCommand::literal).toList(),
                LoadFiles.NONE,
                experiment.variants().stream().anyMatch(ControllerCommand::isStarted),
                arguments.stream().anyMatch(argument -> names(argument, LISTEN)));
    }

    /// The only option of `run` that may have one is the path.
    private static void requireNoSecret(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).startsWith(PATH + "=")) {
                RequestSecrets.requireNone(arguments.get(i).substring(PATH.length() + 1));
            } else if (i > 0 && arguments.get(i - 1).equals(PATH)) {
                RequestSecrets.requireNone(arguments.get(i));
            }
        }
    }

    /// A word without a variable.
    static Template literal(String text) {
        return Template.of(Template.escaped(text));
    }

    private static boolean exists(String given) {
        return Files.exists(Path.of(given));
    }

    private static boolean isStarted(Variant variant) {
        return variant.service().isPresent() || variant.zooServer().isPresent();
    }

    /// The words after `loombench`, up to the options that name the agents.
    ///
    /// @param where the subject as the controller finds it
    List<Template> words(Template where) {
        var words = new ArrayList<>(List.of(literal(verb), where));
        words.addAll(arguments);
        return List.copyOf(words);
    }

    /// The same on a machine that has the files of the load in a folder.
    List<Template> words(Template where, String folder) {
        var words = new ArrayList<>(words(where));
        int first = words.size() - arguments.size();
        for (var read : files.read()) {
            words.set(
                    first + read.word(),
                    literal("%s%s/%s".formatted(read.prefix(), folder, read.name())));
        }
        return List.copyOf(words);
    }

    /// A comment of a shell with the variables of the environment that it needs; empty where it
    /// needs none.
    Optional<String> comment() {
        var variables =
                Stream.concat(Stream.of(subject), arguments.stream())
                        .flatMap(word -> word.names().stream())
                        .distinct()
                        .toList();
        return variables.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "# Secrets are not in this file. Export their values before the load: %s."
                                .formatted(String.join(", ", variables)));
    }

    /// Refuses control characters and line breaks, which a line of a script or a comment cannot
    /// contain.
    ///
    /// @throws WrongInput when the text has one
    static String requirePrintable(String what, String text) {
        if (!TextSanitizer.isPrintable(text)) {
            throw new WrongInput(
                    "%s %s has a control character or a line break"
                            .formatted(what, TextSanitizer.quoted(text)));
        }
        return text;
    }
}
