package dev.loombench.report.next;

import dev.loombench.result.Invocation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The command that measures the services of two comparisons in the same blocks, under the load of
/// the second.
public final class SameBlocks {
    /// What makes variants of one jar.
    private static final List<String> OF_ONE_JAR = List.of("--set", "--models", "--java-agent");

    private static final List<String> MODELS = List.of("--models");

    /// What else a service is, which one command gives to all of them.
    private static final List<String> OF_ALL =
            List.of("--set", "--java-agent", "--jdk", "--env", "--cpus");

    /// Options for one comparison only: its file, and conditions that name its variants.
    private static final List<String> ONCE = List.of("--write", "--fail-if");

    private SameBlocks() {}

    /// Empty where one of them was another command, where both have the same services, so that they
    /// differ by their load, and where no one command has them all, as where their JDKs differ.
    ///
    /// @param first command line of the first run
    /// @param second of the second
    public static Optional<NextCommand> of(Invocation first, Invocation second) {
        if (!first.is("compare")
                || !second.is("compare")
                || !first.options(OF_ALL).equals(second.options(OF_ALL))) {
            return Optional.empty();
        }
        return (first.arguments().equals(second.arguments())
                        ? withModels(first, second)
                        : withServices(first, second))
                .map(both ->
                        new NextCommand(
                                both.without(ONCE).line(),
                                "the services of both runs in the same blocks, under the load of the second"));
    }

    /// One jar with the thread models of both.
    private static Optional<Invocation> withModels(Invocation first, Invocation second) {
        var models = new LinkedHashSet<String>();
        Stream.of(first, second)
                .flatMap(typed -> typed.options(MODELS).stream())
                .map(option -> option.substring(option.indexOf('=') + 1))
                .flatMap(list -> Stream.of(list.split(",")))
                .forEach(models::add);
        boolean differ = !first.options(MODELS).equals(second.options(MODELS));
        boolean bothHave = Stream.of(first, second).noneMatch(t -> t.options(MODELS).isEmpty());
        return differ && bothHave
                ? Optional.of(second.with(MODELS, String.join(",", models)))
                : Optional.empty();
    }

    /// Services that differ and have one name cannot be two variants.
    private static Optional<Invocation> withServices(Invocation first, Invocation second) {
        var services =
                Stream.of(first, second)
                        .flatMap(typed -> typed.arguments().stream())
                        .distinct()
                        .toList();
        var names = services.stream().map(SameBlocks::name).collect(Collectors.toSet());
        boolean ofOneJar =
                Stream.of(first, second).anyMatch(typed -> !typed.options(OF_ONE_JAR).isEmpty());
        return names.size() < services.size() || ofOneJar
                ? Optional.empty()
                : Optional.of(second.withArguments(services));
    }

    /// `before` of `before=java -jar shop.jar`.
    private static String name(String service) {
        return service.split("=", 2)[0];
    }
}
