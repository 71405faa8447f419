package dev.loombench.cli.compare;

import dev.loombench.experiment.variant.CommandSecrets;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.launch.preset.ThreadModel;
import dev.loombench.report.Format;
import dev.loombench.text.CommandWords;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The services that a command line names: jars, commands or URLs, each with a name or without.
///
/// @param variants at least one; a comparison needs two
/// @param notes one line each, on how the commands were made
public record ServiceArguments(List<NamedCommand> variants, List<String> notes) {
    /// `pool=java -jar app.jar`: a name without spaces, before the first `=`.
    private static final Pattern NAMED =
            Pattern.compile("([A-Za-z][A-Za-z0-9._-]*)=(.+)", Pattern.DOTALL);

    private static final Pattern OF_JVM = Pattern.compile("-(?:D[A-Za-z]|X[a-z]|XX:|javaagent:)");

    private static final Set<String> BUILD_TOOLS =
            Set.of("ant", "gradle", "gradlew", "mill", "mvn", "mvnd", "mvnw", "sbt");

    private static final int MAX_NAME = 60;

    private static final List<String> PROPOSALS =
            List.of("pool:200,virtual", "pool:50,pool:200", "virtual,governed");

    public ServiceArguments {
        variants = List.copyOf(variants);
        notes = List.copyOf(notes);
    }

    /// @param arguments of the command line, at least one
    /// @param settings values of `--set`
    /// @param models of `--models`
    /// @param platforms on which each of them runs
    /// @throws WrongInput when they name fewer than two variants, or something else is wrong
    public static ServiceArguments of(
            List<String> arguments,
            List<String> settings,
            ModelOption models,
            Platforms platforms) {
        var read = ofAnyNumber(arguments, settings, models, platforms);
        if (read.variants.size() < 2) {
            throw new WrongInput(
                    "a comparison needs at least two variants: add --models pool:200,virtual, --set key=value,value, --jdk 21,25 or --cpus 1,2, or name another command, jar or URL");
        }
        return read;
    }

    /// The same with one variant or more.
    ///
    /// @throws WrongInput when something is wrong
    public static ServiceArguments ofAnyNumber(
            List<String> arguments,
            List<String> settings,
            ModelOption models,
            Platforms platforms) {
        var commands = read(arguments, settings.stream().map(Setting::of).toList(), models);
        var read = new ServiceArguments(platforms.of(commands.variants), commands.notes);
        var names = new LinkedHashSet<String>();
        for (var variant : read.variants) {
            if (!names.add(variant.name())) {
                throw new WrongInput(
                        variant.isRunning() && variant.name().contains(":")
                                ? "%s is named twice; a comparison needs services on different ports"
                                        .formatted(variant.name())
                                : "two variants are named %s; write NAME='command' with different names"
                                        .formatted(TextSanitizer.quoted(variant.name())));
            }
        }
        return read;
    }

    private static ServiceArguments read(
            List<String> arguments, List<Setting> settings, ModelOption models) {
        if (models.models().isEmpty()) {
            return ofServices(arguments, settings);
        }
        if (!isOneJar(arguments)) {
            throw new WrongInput(
                    "--models goes with one jar without a name; write the flags of a command into the command");
        }
        var jar = ServiceJar.read(arguments.getFirst());
        settings.forEach(setting -> setting.requireOneOf(List.of(jar.name())));
        return models.variants(jar, Setting.combinations(settings));
    }

    private static ServiceArguments ofServices(List<String> arguments, List<Setting> settings) {
        var services = arguments.stream().map(Argument::of).toList();
        var names = services.stream().map(Argument::name).toList();
        settings.forEach(setting -> setting.requireOneOf(names));
        var variants = new ArrayList<NamedCommand>();
        var notes = new ArrayList<String>();
        for (var service : services) {
            var own = settings.stream().filter(setting -> setting.isOf(service.name)).toList();
            if (own.isEmpty()) {
                var command = service.command();
                variants.add(command);
                Stream.of(misplaced(command), buildTool(command))
                        .flatMap(Optional::stream)
                        .forEach(notes::add);
            } else {
                var jar = service.jar();
                boolean isNamed = service.isNamed || services.size() > 1;
                variants.addAll(jar.variants(own, isNamed ? service.name : ""));
                notes.add(jar.summary());
            }
        }
        return new ServiceArguments(variants, notes);
    }

    /// A service of the command line.
    ///
    /// @param isNamed whether the user named it
    /// @param text jar, command or URL
    private record Argument(String name, boolean isNamed, String text) {
        static Argument of(String argument) {
            var named = NAMED.matcher(argument);
            if (!NamedCommand.isUrl(argument) && named.matches()) {
                NoService.require(named.group(2));
                return new Argument(named.group(1), true, named.group(2));
            }
            NoService.require(argument);
            var name =
                    NamedCommand.isUrl(argument)
                            ? NamedCommand.ofUrl(argument).name()
                            : defaultName(argument);
            return new Argument(name, false, argument);
        }

        /// The jar, for settings.
        ///
        /// @throws WrongInput when it is none
        ServiceJar jar() {
            if (NamedCommand.isUrl(text) || !isJar(text)) {
                throw new WrongInput(
                        "--set goes with jars, not with %s; write the flags of a command into the command, or name the jar, as in --set jar:key=value"
                                .formatted(TextSanitizer.quoted(name)));
            }
            return ServiceJar.read(text);
        }

        NamedCommand command() {
            if (NamedCommand.isUrl(text)) {
                return NamedCommand.ofUrl(name, text);
            }
            var words = words(text);
            return new NamedCommand(
                    name, words, ServiceArguments.jar(words).flatMap(jar -> jar.expectedBy(words)));
        }
    }

    /// Whether the only service is a jar without a name, of which settings make the variants.
    public static boolean isOneJar(List<String> arguments) {
        return arguments.size() == 1
                && isJar(arguments.getFirst())
                && !NAMED.matcher(arguments.getFirst()).matches();
    }

    /// Two thread models that the framework of a jar has settings for, as `--models` takes them;
    /// empty where it has fewer.
    ///
    /// @throws WrongInput when there is no such jar
    public static Optional<String> proposedModels(String jar) {
        var read = ServiceJar.read(jar);
        return PROPOSALS.stream()
                .filter(models -> read.takes(ThreadModel.listOf(models)))
                .findFirst();
    }

    /// The URL that an argument names, with a name or without; empty for a jar and for a command.
    public static Optional<String> urlOf(String argument) {
        var named = NAMED.matcher(argument);
        var service = !NamedCommand.isUrl(argument) && named.matches() ? named.group(2) : argument;
        return Optional.of(service).filter(NamedCommand::isUrl);
    }

    /// Whether a variant is a URL with a path, which is the one that is requested.
    public boolean hasPath() {
        return variants.stream().anyMatch(NamedCommand::hasPath);
    }

    /// A note on a build tool that starts the service: both are the service.
    private static Optional<String> buildTool(NamedCommand variant) {
        var program = variant.words().getFirst();
        return Optional.of(program.substring(program.lastIndexOf('/') + 1))
                .filter(tool -> !variant.isRunning() && BUILD_TOOLS.contains(tool))
                .map(tool ->
                        "%s: memory, threads and CPU time of %s itself count too; name the jar that it builds"
                                .formatted(variant.name(), tool));
    }

    /// A note on options of a JVM that stand behind the jar, without their values, which may be
    /// secrets: a variant that differs in these only may not differ at all. Some programs, as the
    /// bootable jar of WildFly, read such properties themselves.
    private static Optional<String> misplaced(NamedCommand variant) {
        var words = variant.words();
        int jar = words.indexOf("-jar") + 1;
        if (jar == 0 || !ServiceCommand.isJava(words.getFirst())) {
            return Optional.empty();
        }
        var options =
                words.stream()
                        .skip(jar + 1L)
                        .filter(word -> OF_JVM.matcher(word).lookingAt())
                        .map(word -> word.split("=", 2)[0])
                        .toList();
        return options.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "%s: %s behind the jar: the program gets it, and the JVM does not read it"
                                .formatted(variant.name(), String.join(", ", options)));
    }

    /// The jar that a command runs; empty where there is none.
    private static Optional<ServiceJar> jar(List<String> words) {
        int at = words.indexOf("-jar") + 1;
        return at > 0 && at < words.size() && Files.isRegularFile(Path.of(words.get(at)))
                ? Optional.of(ServiceJar.read(words.get(at)))
                : Optional.empty();
    }

    /// That of the jar, or else the command without its secrets.
    private static String defaultName(String argument) {
        if (isJar(argument)) {
            return ServiceJar.read(argument).name();
        }
        var words = words(argument);
        var shown = CommandSecrets.masked(words);
        var command = shown.equals(words) ? argument.strip() : CommandWords.join(shown);
        return TextSanitizer.shortened(TextSanitizer.of(command), MAX_NAME);
    }

    private static List<String> words(String argument) {
        return isJar(argument)
                ? ServiceJar.read(argument).words(List.of(), List.of())
                : CommandWords.split(argument);
    }

    /// Whether a command is nothing but the name of a jar. One with a space is that of a file, or
    /// the last word of a command.
    private static boolean isJar(String argument) {
        return argument.endsWith(".jar")
                && (!argument.contains(" ") || Files.isRegularFile(Path.of(argument)));
    }

    /// Shows the commands and the flags that they use.
    public void print(PrintWriter err) {
        notes.forEach(note -> err.println(Format.plain(note)));
        for (var variant : variants) {
            var line = variant.summary() + variant.platform();
            err.println(
                    variant.name().equals(line)
                            ? "  " + Format.plain(line)
                            : "  %s: %s"
                                    .formatted(Format.plain(variant.name()), Format.plain(line)));
        }
        err.flush();
    }
}
