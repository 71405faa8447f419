package dev.loombench.experiment;

import dev.loombench.experiment.variant.AgentOptions;
import dev.loombench.experiment.variant.CommandSecrets;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Java agents of an interrupted run with the secrets of their options, which the run has not
/// stored. Variables of the lab have the other secrets of its commands, and those of the
/// environment of its services.
///
/// @param flags as in `-javaagent:apm.jar=licenseKey=...`
public record AgentsAgain(List<String> flags) {
    public AgentsAgain {
        flags = List.copyOf(flags);
    }

    /// No agent.
    public static final AgentsAgain NONE = new AgentsAgain(List.of());

    /// The experiment with the secrets in place of the `***` that stands for them: those of agents,
    /// and those that variables of the lab have.
    ///
    /// @param stored the experiment of the run
    /// @throws WrongInput when one is not an agent of the run; the message does not show its
    ///   secrets
    public Experiment in(Experiment stored) {
        return in(stored, System.getenv());
    }

    /// @param lab variables of the lab
    Experiment in(Experiment stored, Map<String, String> lab) {
        var used = new HashSet<String>();
        var known = new LinkedHashSet<String>();
        UnaryOperator<List<String>> whole =
                words -> {
                    known.addAll(AgentOptions.again(words));
                    return CommandSecrets.restored(
                            words.stream().map(word -> in(word, used)).toList(), lab);
                };
        UnaryOperator<Map<String, String>> set = had -> EnvironmentValue.restored(had, lab);
        var variants =
                stored.variants().stream()
                        .map(variant -> variant.withWords(whole))
                        .map(variant -> variant.withEnvironment(set.apply(variant.environment())))
                        .toList();
        var restored =
                stored.withVariants(variants)
                        .withScenario(stored.scenario().withWords(whole).withEnvironment(set));
        for (var flag : flags) {
            if (!used.contains(flag)) {
                throw new WrongInput(
                        "%s is no agent with a secret of this run; it has %s"
                                .formatted(
                                        TextSanitizer.quoted(CommandSecrets.masked(flag)),
                                        known.isEmpty()
                                                ? "none"
                                                : TextSanitizer.of(String.join(", ", known))));
            }
        }
        return restored;
    }

    private String in(String word, Set<String> used) {
        var whole = word;
        for (var flag : flags) {
            var masked = CommandSecrets.masked(flag);
            if (!masked.equals(flag) && AgentOptions.flags(whole).anyMatch(masked::equals)) {
                used.add(flag);
                whole = whole.replace(masked, flag);
            }
        }
        return whole;
    }
}
