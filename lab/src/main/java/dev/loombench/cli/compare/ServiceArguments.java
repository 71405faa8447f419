package dev.loombench.cli.compare;

import dev.loombench.spec.text.CommandWords;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The services that a command line names: jars, commands or URLs, each with a name or without.
///
/// @param variants at least two
/// @param notes one line each, on how the commands were made
public record ServiceArguments(List<NamedCommand> variants, List<String> notes) {
    /// `pool=java -jar app.jar`: a name without spaces, before the first `=`.
    private static final Pattern NAMED =
            Pattern.compile("([A-Za-z][A-Za-z0-9._-]*)=(.+)", Pattern.DOTALL);

    private static final int MAX_NAME = 60;

    public ServiceArguments {
        variants = List.copyOf(variants);
        notes = List.copyOf(notes);
    }

    /// @param arguments of the command line, at least one
    /// @param settings values of `--set`
    /// @throws SpecError when they name fewer than two variants, or something else is wrong
    public static ServiceArguments of(List<String> arguments, List<String> settings) {
        var chosen = Setting.combinations(settings.stream().map(Setting::of).toList());
        var read = settings.isEmpty() ? ofCommands(arguments) : ofSettings(arguments, chosen);
        if (read.variants.size() < 2) {
            throw new SpecError(
                    "a comparison needs at least two variants: add --set key=value,value, or name another command, jar or URL");
        }
        var names = new LinkedHashSet<String>();
        for (var variant : read.variants) {
            if (!names.add(variant.name())) {
                throw new SpecError(
                        variant.isRunning() && variant.name().contains(":")
                                ? "%s is named twice; a comparison needs services on different ports"
                                        .formatted(variant.name())
                                : "two variants are named %s; write NAME='command' with different names"
                                        .formatted(TextSanitizer.quoted(variant.name())));
            }
        }
        return read;
    }

    private static ServiceArguments ofSettings(
            List<String> arguments, List<List<Setting.Chosen>> combinations) {
        if (arguments.size() != 1 || !isJar(arguments.getFirst())) {
            throw new SpecError(
                    "--set goes with one jar; write the flags of a command into the command");
        }
        var jar = ServiceJar.read(arguments.getFirst());
        return new ServiceArguments(
                combinations.stream()
                        .map(settings -> new NamedCommand(name(settings), jar.words(settings)))
                        .toList(),
                List.of(jar.summary()));
    }

    /// The settings that a name mentions; those with one value are the same for all.
    private static String name(List<Setting.Chosen> settings) {
        return settings.stream().map(Setting.Chosen::toString).collect(Collectors.joining(" "));
    }

    private static ServiceArguments ofCommands(List<String> arguments) {
        var variants = new ArrayList<NamedCommand>();
        for (var argument : arguments) {
            var named = NAMED.matcher(argument);
            variants.add(
                    NamedCommand.isUrl(argument)
                            ? NamedCommand.ofUrl(argument)
                            : named.matches()
                                    ? named(named.group(1), named.group(2))
                                    : new NamedCommand(defaultName(argument), words(argument)));
        }
        return new ServiceArguments(variants, List.of());
    }

    private static NamedCommand named(String name, String argument) {
        return NamedCommand.isUrl(argument)
                ? NamedCommand.ofUrl(name, argument)
                : new NamedCommand(name, words(argument));
    }

    private static String defaultName(String argument) {
        return isJar(argument)
                ? ServiceJar.read(argument).name()
                : TextSanitizer.shortened(TextSanitizer.of(argument.strip()), MAX_NAME);
    }

    private static List<String> words(String argument) {
        return isJar(argument)
                ? ServiceJar.read(argument).words(List.of())
                : CommandWords.split(argument);
    }

    /// Whether a command is nothing but the name of a jar.
    private static boolean isJar(String argument) {
        return argument.endsWith(".jar") && !argument.contains(" ");
    }
}
