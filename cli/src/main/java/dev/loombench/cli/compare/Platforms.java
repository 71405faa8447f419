package dev.loombench.cli.compare;

import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.report.scope.CpusText;
import dev.loombench.text.WrongInput;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// What variants run on: JDKs, processors and Java agents, every combination of which makes a
/// variant of each command.
///
/// @param jdks none for those of the commands
/// @param cpus none for all processors
/// @param agents each beside none
public record Platforms(List<Jdk> jdks, List<Cpus> cpus, List<JavaAgent> agents) {
    public static final Platforms DEFAULT = new Platforms(List.of(), List.of(), List.of());

    public Platforms {
        jdks = List.copyOf(jdks);
        cpus = List.copyOf(cpus);
        agents = List.copyOf(agents);
    }

    /// One value of an option.
    ///
    /// @param name that tells its variant from the others
    /// @param change of a command
    private record Choice(String name, UnaryOperator<NamedCommand> change) {}

    /// A variant while options are applied.
    ///
    /// @param names what tells it from the others so far
    private record Partial(List<String> names, NamedCommand command) {
        Partial with(Choice choice, boolean isNamed) {
            var longer = new ArrayList<>(names);
            if (isNamed) {
                longer.add(choice.name);
            }
            return new Partial(longer, choice.change.apply(command));
        }

        NamedCommand named() {
            return names.isEmpty() ? command : command.withName(String.join(" / ", names));
        }
    }

    /// The variants of commands, in their order.
    ///
    /// The name of an only command is left out where the platforms tell its variants apart.
    ///
    /// @throws WrongInput when an option does not go with one of them
    List<NamedCommand> of(List<NamedCommand> commands) {
        boolean isOne = commands.size() == 1;
        var variants =
                commands.stream()
                        .map(c -> new Partial(isOne ? List.of() : List.of(c.name()), c))
                        .toList();
        for (var choices : List.of(jdkChoices(), cpuChoices(), agentChoices())) {
            if (!choices.isEmpty()) {
                variants =
                        variants.stream()
                                .flatMap(v ->
                                        choices.stream().map(c -> v.with(c, choices.size() > 1)))
                                .toList();
            }
        }
        return variants.stream().map(Partial::named).toList();
    }

    private List<Choice> jdkChoices() {
        return jdks.stream()
                .map(jdk -> new Choice("JDK " + jdk.text(), command -> command.withJdk(jdk)))
                .toList();
    }

    private List<Choice> cpuChoices() {
        return cpus.stream()
                .map(some -> new Choice(CpusText.of(some), command -> command.withCpus(some)))
                .toList();
    }

    private List<Choice> agentChoices() {
        if (agents.isEmpty()) {
            return List.of();
        }
        var choices = new ArrayList<>(List.of(new Choice("no agent", UnaryOperator.identity())));
        for (int i = 0; i < agents.size(); i++) {
            var agent = agents.get(i);
            long earlier =
                    agents.subList(0, i).stream()
                            .filter(other -> other.name().equals(agent.name()))
                            .count();
            choices.add(
                    new Choice(
                            agent.name() + (earlier == 0 ? "" : " " + (earlier + 1)),
                            command -> command.withAgent(agent)));
        }
        return choices;
    }
}
