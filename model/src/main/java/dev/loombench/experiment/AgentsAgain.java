package dev.loombench.experiment;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Java agents of an interrupted run with the secrets of their options, which the run has not
/// stored.
///
/// @param flags as in `-javaagent:apm.jar=licenseKey=...`
public record AgentsAgain(List<String> flags) {
    public AgentsAgain {
        flags = List.copyOf(flags);
    }

    /// No agent.
    public static final AgentsAgain NONE = new AgentsAgain(List.of());

    /// The experiment with the secrets in place of the `***` that stands for them.
    ///
    /// @param stored the experiment of the run
    /// @throws WrongInput when one is not an agent of the run; the message does not show its
    ///   secrets
    public Experiment in(Experiment stored) {
        var used = new HashSet<String>();
        var variants = stored.variants().stream().map(v -> in(v, used)).toList();
        for (var flag : flags) {
            if (!used.contains(flag)) {
                throw new WrongInput(
                        "%s is no agent with a secret of this run; it has %s"
                                .formatted(
                                        TextSanitizer.quoted(AgentOptions.masked(flag)),
                                        known(stored)));
            }
        }
        return stored.withVariants(variants);
    }

    private Variant in(Variant variant, Set<String> used) {
        return variant.service()
                .map(service ->
                        variant.withSubject(
                                service.withWords(
                                        service.words().stream()
                                                .map(word -> in(word, used))
                                                .toList())))
                .orElse(variant);
    }

    private String in(String word, Set<String> used) {
        var whole = word;
        for (var flag : flags) {
            var masked = AgentOptions.masked(flag);
            if (!masked.equals(flag) && AgentOptions.flags(whole).anyMatch(masked::equals)) {
                used.add(flag);
                whole = whole.replace(masked, flag);
            }
        }
        return whole;
    }

    private static String known(Experiment stored) {
        var known =
                stored.variants().stream()
                        .flatMap(variant -> variant.service().stream())
                        .flatMap(service -> AgentOptions.again(service.words()).stream())
                        .distinct()
                        .map(TextSanitizer::of)
                        .collect(Collectors.joining(", "));
        return known.isEmpty() ? "none" : known;
    }
}
