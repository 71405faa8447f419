package dev.loombench.spec;

import dev.loombench.spec.Node.Mapping;
import dev.loombench.spec.Node.Scalar;
import dev.loombench.spec.Node.Sequence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Reads a whole experiment from the file's root.
final class ExperimentReading {
    private static final Map<String, Metric> METRICS =
            Values.byName(List.of(Metric.values()), Metric::label);

    private static final Map<String, Watching> WATCHINGS =
            Values.byName(List.of(Watching.values()), Watching::label);

    private final VariantReading variants;
    private final Problems problems;

    /// @param zoo name -> server
    ExperimentReading(Map<String, ServerDescription> zoo, Problems problems) {
        this.variants = new VariantReading(zoo);
        this.problems = problems;
    }

    /// The experiment; empty only when there are problems.
    ///
    /// @param folder that files are named from
    Optional<ExperimentSpec> read(String name, Path folder, Mapping root) {
        var experiment = new Section("an experiment", root, problems);
        experiment.allow(Keys.EXPERIMENT);
        var question = experiment.require("question", Values::line);
        var compared = experiment.require("variants", Values::sequence).map(this::variants);
        var phasesReading = new PhasesReading(experiment);
        var load = experiment.requireSection("load", "load", Keys.LOAD);
        var model = load.flatMap(l -> new LoadReading(l, phasesReading.warmUpLevel()).model());
        var traffic = load.flatMap(l -> new TrafficReading(l, folder).traffic());
        var phases = phasesReading.read(model);
        var metric = experiment.read("metric", Values.oneOf(METRICS, "metric"), Defaults.METRIC);
        var margin = experiment.read("margin", Values::margin, Defaults.MARGIN);
        var repetition = new RepetitionReading(experiment).read(margin);
        var claims = compared.map(named -> claims(experiment, named)).orElse(List.of());
        var seed = experiment.read("seed", Values::whole);
        var observe = experiment.list("observe", Values.oneOf(WATCHINGS, "thing to observe"));
        if (problems.count() > 0) {
            return Optional.empty();
        }
        return problems.attempt(
                root.place(),
                () ->
                        new ExperimentSpec(
                                name,
                                question.orElseThrow(),
                                compared.orElseThrow(),
                                model.orElseThrow(),
                                traffic.orElseThrow(),
                                phases.orElseThrow(),
                                repetition.orElseThrow(),
                                metric,
                                margin,
                                claims,
                                seed.map(OptionalLong::of).orElse(OptionalLong.empty()),
                                Set.copyOf(observe)));
    }

    private List<Variant> variants(Sequence sequence) {
        if (sequence.items().isEmpty()) {
            problems.add(sequence.place(), "an experiment needs at least one variant");
        }
        var read = new ArrayList<Variant>();
        for (var item : sequence.items()) {
            switch (item) {
                case Mapping mapping ->
                        variants.read(new Section("a variant", mapping, problems))
                                .filter(variant -> isNew(variant, mapping, read))
                                .ifPresent(read::add);
                case Scalar _, Sequence _ ->
                        problems.add(
                                item.place(),
                                "a variant is a mapping with server and model, was "
                                        + item.described());
            }
        }
        return read;
    }

    /// Claims name variants, so where these are wrong there is no telling what a claim means.
    private List<Claim> claims(Section experiment, List<Variant> named) {
        var listed = experiment.read("variants", Values::sequence).orElseThrow().items().size();
        return named.size() < listed
                ? List.of()
                : experiment.list(
                        "expect", new ClaimReading(named.stream().map(Variant::name).toList())::of);
    }

    private boolean isNew(Variant variant, Mapping mapping, List<Variant> before) {
        if (before.stream().noneMatch(v -> v.name().equals(variant.name()))) {
            return true;
        }
        problems.add(
                mapping.place(),
                "two variants are named %s; give one a name of its own with the key \"name\""
                        .formatted(Printable.quoted(variant.name())));
        return false;
    }
}
