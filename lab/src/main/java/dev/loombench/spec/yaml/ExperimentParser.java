package dev.loombench.spec.yaml;

import dev.loombench.spec.Claim;
import dev.loombench.spec.Criteria;
import dev.loombench.spec.Defaults;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.OptionalObservation;
import dev.loombench.spec.Phases;
import dev.loombench.spec.Scenario;
import dev.loombench.spec.ServerDescription;
import dev.loombench.spec.TrialsRequired;
import dev.loombench.spec.Variant;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.load.Workload;
import dev.loombench.spec.text.TextSanitizer;
import dev.loombench.spec.yaml.Node.Mapping;
import dev.loombench.spec.yaml.Node.Scalar;
import dev.loombench.spec.yaml.Node.Sequence;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/// Reads a whole experiment from the file's root.
final class ExperimentParser {
    private static final Map<String, Metric> METRICS =
            Values.byName(List.of(Metric.values()), Metric::label);

    private static final Map<String, OptionalObservation> OBSERVATIONS =
            Values.byName(List.of(OptionalObservation.values()), OptionalObservation::label);

    private final Map<String, ServerDescription> zoo;
    private final Problems problems;

    /// @param zoo name -> server
    ExperimentParser(Map<String, ServerDescription> zoo, Problems problems) {
        this.zoo = zoo;
        this.problems = problems;
    }

    /// The experiment; empty only when there are problems.
    ///
    /// @param folder that files are named from
    Optional<ExperimentSpec> read(String name, Path folder, Mapping root) {
        var experiment = new MappingReader("an experiment", root, problems);
        experiment.allow(Keys.EXPERIMENT);
        var question = experiment.require("question", Values::line);
        boolean batch = BatchParser.isBatch(experiment);
        var compared =
                experiment.require("variants", Values::sequence).map(s -> variants(s, batch));
        var work = batch ? batch(experiment) : server(experiment, folder, compared);
        var metric =
                experiment.read(
                        "metric",
                        node -> metric(node).requireApplicable(batch),
                        Metric.defaultFor(batch));
        var margin = experiment.read("margin", Values::margin, Defaults.MARGIN);
        var repetition = new TrialCountParser(experiment).read(margin);
        var claims = compared.map(named -> claims(experiment, named, batch)).orElse(List.of());
        var seed = experiment.read("seed", Values::whole);
        var observe = experiment.list("observe", Values.oneOf(OBSERVATIONS, "thing to observe"));
        if (problems.count() > 0) {
            return Optional.empty();
        }
        var spec =
                problems.attempt(
                        root.location(),
                        () ->
                                new ExperimentSpec(
                                        name,
                                        question.orElseThrow(),
                                        compared.orElseThrow(),
                                        new Scenario(
                                                work.load().orElseThrow(),
                                                work.traffic().orElseThrow(),
                                                work.phases().orElseThrow()),
                                        repetition.orElseThrow(),
                                        new Criteria(metric, margin, claims),
                                        seed.map(OptionalLong::of).orElse(OptionalLong.empty()),
                                        Set.copyOf(observe)));
        return spec.flatMap(read -> withEnoughTrials(read, experiment));
    }

    /// Noted where the trials are counted, or else where what needs them is named.
    private Optional<ExperimentSpec> withEnoughTrials(
            ExperimentSpec spec, MappingReader experiment) {
        var place =
                Stream.of("trials", "metric", "expect", "variants")
                        .filter(experiment::has)
                        .findFirst()
                        .map(experiment::location)
                        .orElseGet(experiment::location);
        return problems.attempt(
                place,
                () -> {
                    TrialsRequired.check(spec);
                    return spec;
                });
    }

    /// A server that waits for a line, asked over HTTP, would answer what nobody understands.
    private void checkProtocol(
            MappingReader load, TrafficSpec traffic, Optional<List<Variant>> compared) {
        compared.stream()
                .flatMap(List::stream)
                .map(variant -> zoo.get(variant.server()))
                .filter(server -> server != null && server.protocol() != traffic.protocol())
                .distinct()
                .forEach(server ->
                        problems.add(
                                load.location(),
                                "%s speaks %s, and this load %s; its key is protocol: %s"
                                        .formatted(
                                                server.name(),
                                                server.protocol(),
                                                traffic.protocol(),
                                                server.protocol().label())));
    }

    /// What is to be done, each part empty where it is wrong.
    private record Work(
            Optional<? extends Workload> load,
            Optional<TrafficSpec> traffic,
            Optional<Phases> phases) {}

    private static Work batch(MappingReader experiment) {
        var batch =
                experiment
                        .section("load", "load", Keys.LOAD)
                        .flatMap(load -> BatchParser.read(experiment, load));
        return new Work(
                batch,
                Optional.of(TrafficSpec.NONE),
                batch.map(b -> new Phases(Duration.ZERO, Duration.ZERO, b.max())));
    }

    private Work server(MappingReader experiment, Path folder, Optional<List<Variant>> compared) {
        var phases = new PhasesParser(experiment);
        var load = experiment.requireSection("load", "load", Keys.LOAD);
        var model = load.flatMap(l -> new LoadParser(l, phases.warmUpLevel()).model());
        var traffic = load.flatMap(l -> new TrafficParser(l, folder).traffic());
        load.ifPresent(l -> traffic.ifPresent(t -> checkProtocol(l, t, compared)));
        return new Work(model, traffic, phases.read(model));
    }

    private static Metric metric(Node node) {
        return Values.oneOf(METRICS, "metric").of(node);
    }

    private List<Variant> variants(Sequence sequence, boolean batch) {
        var variants = new VariantParser(zoo, batch);
        if (sequence.items().isEmpty()) {
            problems.add(sequence.location(), "an experiment needs at least one variant");
        }
        var read = new ArrayList<Variant>();
        for (var item : sequence.items()) {
            switch (item) {
                case Mapping mapping ->
                        variants.read(new MappingReader("a variant", mapping, problems))
                                .filter(variant -> isNew(variant, mapping, read))
                                .ifPresent(read::add);
                case Scalar _, Sequence _ ->
                        problems.add(
                                item.location(),
                                "a variant is a mapping with server and model, was "
                                        + item.description());
            }
        }
        return read;
    }

    /// Claims name variants, so where these are wrong there is no telling what a claim means.
    private List<Claim> claims(MappingReader experiment, List<Variant> named, boolean batch) {
        var reading = new ClaimParser(named.stream().map(Variant::name).toList());
        var listed = experiment.read("variants", Values::sequence).orElseThrow().items().size();
        if (named.size() < listed) {
            return List.of();
        }
        return experiment
                .list("expect", node -> checked(reading.read(node, problems), batch))
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Claim> checked(Optional<Claim> claim, boolean batch) {
        claim.ifPresent(c -> c.metric().requireApplicable(batch));
        return claim;
    }

    private boolean isNew(Variant variant, Mapping mapping, List<Variant> before) {
        if (before.stream().noneMatch(v -> v.name().equals(variant.name()))) {
            return true;
        }
        problems.add(
                mapping.location(),
                "two variants are named %s; give one a name of its own with the key \"name\""
                        .formatted(TextSanitizer.quoted(variant.name())));
        return false;
    }
}
