package dev.loombench.spec;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.spec.load.LoadStep;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.load.Workload;
import dev.loombench.spec.text.SpecError;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// A question about servers, and all that is needed to answer it.
///
/// @param name from the file's name; names the folder of results
/// @param question the one sentence that the report opens with
/// @param variants compared with the first of them
/// @param load who sends, and how often; or the batch that the program is to do
/// @param traffic what is sent, and over which connections; none for a batch
/// @param phases for a batch no warm-up, and as long as it may take
/// @param trials trials of each variant
/// @param metric what the verdict is about
/// @param margin a ratio within 1/(1 + margin) .. 1 + margin counts as no difference; no unit,
///   above 0
/// @param claims what the author expects to see; they decide the run when there are any
/// @param seed of every random choice; empty to draw one, which the run records
/// @param observe what servers are watched for beyond what costs them little
public record ExperimentSpec(
        @JsonProperty("name") String name,
        @JsonProperty("question") String question,
        @JsonProperty("variants") List<Variant> variants,
        @JsonProperty("load") Workload load,
        @JsonProperty("traffic") TrafficSpec traffic,
        @JsonProperty("phases") Phases phases,
        @JsonProperty("trials") TrialCount trials,
        @JsonProperty("metric") Metric metric,
        @JsonProperty("margin") double margin,
        @JsonProperty("claims") List<Claim> claims,
        @JsonProperty("seed") OptionalLong seed,
        @JsonProperty("observe") Set<OptionalObservation> observe) {

    public ExperimentSpec {
        if (!isName(name)) {
            throw new SpecError(
                    "an experiment's name is letters, digits, . _ and -, was \"" + name + "\"");
        }
        if (question.isBlank()) {
            throw new SpecError("an experiment opens with its question, and this one has none");
        }
        if (variants.isEmpty()) {
            throw new SpecError("an experiment needs at least one variant");
        }
        var names = new HashSet<String>();
        for (var variant : variants) {
            if (!names.add(variant.name())) {
                throw new SpecError(
                        "two variants are named \""
                                + variant.name()
                                + "\": give one a name of its own");
            }
        }
        if (!(margin > 0 && margin < 1)) {
            throw new SpecError(
                    "margin must be above 0 % and below 100 %, was " + 100 * margin + " %");
        }
        traffic.checkedFor(load);
        metric.checkedFor(load instanceof Workload.Batch);
        claims.forEach(claim -> claim.metric().checkedFor(load instanceof Workload.Batch));
        if (metric == Metric.RAMP_UP
                && LoadStep.highest(load, phases.measure().toNanos()).isEmpty()) {
            throw new SpecError(
                    "the metric ramp-up needs a load that jumps upwards within the window,"
                            + " as rate: [{duration: 0s, target: 500}, {duration: 5s, target: 500}, {duration: 0s, target: 2k}, {duration: 15s, target: 2k}] does");
        }
        variants = List.copyOf(variants);
        claims = List.copyOf(claims);
        // Runs recorded before there was such a key have none.
        observe = observe == null ? Set.of() : Set.copyOf(observe);
    }

    /// Watched for what costs little alone.
    public ExperimentSpec(
            String name,
            String question,
            List<Variant> variants,
            Workload load,
            TrafficSpec traffic,
            Phases phases,
            TrialCount repetition,
            Metric metric,
            double margin,
            List<Claim> claims,
            OptionalLong seed) {
        this(
                name,
                question,
                variants,
                load,
                traffic,
                phases,
                repetition,
                metric,
                margin,
                claims,
                seed,
                Set.of());
    }

    /// One request over and over, a fixed number of trials, and no claims.
    public ExperimentSpec(
            String name,
            String question,
            List<Variant> variants,
            Workload load,
            Request request,
            Phases phases,
            int repeat,
            Metric metric,
            double margin,
            OptionalLong seed) {
        this(
                name,
                question,
                variants,
                load,
                TrafficSpec.of(request),
                phases,
                TrialCount.exactly(repeat),
                metric,
                margin,
                List.of(),
                seed);
    }

    /// Whether programs are run to their end, and nobody sends them anything.
    public boolean isBatch() {
        return load instanceof Workload.Batch;
    }

    /// Trials of each variant, at most.
    public int repeat() {
        return trials.max();
    }

    /// The same question in other phases, with other trials.
    ExperimentSpec with(Phases otherPhases, TrialCount otherRepetition) {
        return new ExperimentSpec(
                name,
                question,
                variants,
                load,
                traffic,
                otherPhases,
                otherRepetition,
                metric,
                margin,
                claims,
                seed,
                observe);
    }

    /// The same without some variants and all that is claimed of them.
    ///
    /// @return empty when no variant is left, or none of the claims that there were
    public Optional<ExperimentSpec> without(Set<String> absent) {
        var left = variants.stream().filter(v -> !absent.contains(v.name())).toList();
        var claimed = claims.stream().filter(c -> absent.stream().noneMatch(c::names)).toList();
        return left.isEmpty() || (claimed.isEmpty() && !claims.isEmpty())
                ? Optional.empty()
                : Optional.of(
                        new ExperimentSpec(
                                name, question, left, load, traffic, phases, trials, metric, margin,
                                claimed, seed, observe));
    }

    /// Whether it can name a folder anywhere: letters, digits, `.`, `_` and `-`.
    public static boolean isName(String name) {
        return name.matches("[A-Za-z0-9][A-Za-z0-9._-]*");
    }

    public Variant variant(String wanted) {
        return variants.stream()
                .filter(v -> v.name().equals(wanted))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("no variant " + wanted + " in " + name));
    }
}
