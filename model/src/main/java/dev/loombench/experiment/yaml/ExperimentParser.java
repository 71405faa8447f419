package dev.loombench.experiment.yaml;

import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.Scenario;
import dev.loombench.experiment.TrialMode;
import dev.loombench.experiment.TrialsRequired;
import dev.loombench.experiment.variant.Dependencies;
import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.experiment.variant.Ready;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.observe.result.OptionalObservation;
import dev.loombench.text.TextSanitizer;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.Workload;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Node.Mapping;
import dev.loombench.yaml.Node.Scalar;
import dev.loombench.yaml.Node.Sequence;
import dev.loombench.yaml.Problems;
import dev.loombench.yaml.SourceLocation;
import dev.loombench.yaml.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/// Parses a whole experiment from the root of its file.
final class ExperimentParser {
    private static final Map<String, OptionalObservation> OBSERVATIONS =
            Values.byName(List.of(OptionalObservation.values()), OptionalObservation::label);

    private static final Map<String, TrialMode> MODES =
            Values.byName(List.of(TrialMode.values()), TrialMode::label);

    private final Map<String, ServerDescription> zoo;
    private final Problems problems;

    /// @param zoo name -> server
    ExperimentParser(Map<String, ServerDescription> zoo, Problems problems) {
        this.zoo = zoo;
        this.problems = problems;
    }

    /// The experiment; empty when there are problems.
    ///
    /// @param folder base of relative paths
    Optional<Experiment> read(String name, Path folder, Mapping root) {
        var experiment = new MappingReader("an experiment", root, problems);
        experiment.allow(Keys.EXPERIMENT);
        var question = experiment.require("question", Values::line);
        boolean batch = BatchParser.isBatch(experiment);
        var service = experiment.section("service", "a service", Keys.SERVICE);
        var scenario =
                batch ? batchScenario(experiment) : loadScenario(experiment, folder, service);
        var parser = variantParser(experiment, service, folder, batch, scenario);
        var variants =
                experiment
                        .require("variants", Values::sequence)
                        .map(s -> variants(s, parser, scenario.traffic()));
        checkProtocol(experiment, scenario, variants);
        var metric =
                experiment.read(
                        "metric",
                        node -> Metric.ofVerdict(Values.text(node)).requireApplicable(batch),
                        Metric.defaultFor(batch));
        var margin = experiment.read("margin", Values::margin, Defaults.MARGIN);
        var trials = new TrialCountParser(experiment).read(margin);
        var mode = experiment.read("mode", Values.oneOf(MODES, "mode"));
        var claims = variants.map(named -> claims(experiment, named, batch)).orElse(List.of());
        var seed = experiment.read("seed", Values::whole);
        var observe = experiment.list("observe", Values.oneOf(OBSERVATIONS, "observation"));
        if (problems.count() > 0) {
            return Optional.empty();
        }
        var parsed =
                problems.attempt(
                        root.location(),
                        () ->
                                new Experiment(
                                        name,
                                        question.orElseThrow(),
                                        variants.orElseThrow(),
                                        new Scenario(
                                                scenario.load().orElseThrow(),
                                                scenario.traffic().orElseThrow(),
                                                scenario.phases().orElseThrow(),
                                                scenario.dependencies()),
                                        trials.orElseThrow(),
                                        mode,
                                        new Criteria(metric, margin, claims),
                                        seed.map(OptionalLong::of).orElse(OptionalLong.empty()),
                                        Set.copyOf(observe)));
        return parsed.flatMap(read -> withEnoughTrials(read, experiment))
                .filter(read -> variantsFit(read, experiment));
    }

    /// Requires enough trials. Reports the problem at the number of trials, or else at the key that
    /// needs them.
    private Optional<Experiment> withEnoughTrials(Experiment experiment, MappingReader root) {
        var location =
                Stream.of("trials", "metric", "expect", "variants")
                        .filter(root::has)
                        .findFirst()
                        .map(root::location)
                        .orElseGet(root::location);
        return problems.attempt(
                location,
                () -> {
                    TrialsRequired.check(experiment);
                    return experiment;
                });
    }

    /// Whether the load can be sent as each variant gets it; reports where it cannot. HTTP/2, which
    /// a server of the zoo speaks by its own setting, does not carry every load.
    private boolean variantsFit(Experiment experiment, MappingReader root) {
        var items = root.read("variants", Values::sequence).orElseThrow().items();
        boolean fit = true;
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof Mapping mapping) {
                var location = new MappingReader("a variant", mapping, problems).location("http2");
                var variant = experiment.variants().get(i);
                fit &= problems.attempt(location, () -> experiment.of(variant)).isPresent();
            }
        }
        return fit;
    }

    /// Requires that the servers use the protocol of the load: otherwise the responses have no
    /// meaning.
    private void checkProtocol(
            MappingReader experiment, ScenarioParts scenario, Optional<List<Variant>> variants) {
        scenario.traffic().ifPresent(t -> checkProtocol(experiment.location("load"), t, variants));
    }

    private void checkProtocol(
            SourceLocation load, Traffic traffic, Optional<List<Variant>> variants) {
        variants.stream()
                .flatMap(List::stream)
                .flatMap(variant -> variant.zooServer().stream())
                .map(server -> zoo.get(server.server()))
                .filter(server ->
                        server != null
                                && !server.batch()
                                && server.protocol() != traffic.serverProtocol())
                .distinct()
                .forEach(server ->
                        problems.add(
                                load,
                                "%s uses %s, but this load uses %s; %s"
                                        .formatted(
                                                server.name(),
                                                server.protocol(),
                                                traffic.serverProtocol(),
                                                remedy(server.protocol(), traffic))));
    }

    private static String remedy(Protocol ofServer, Traffic traffic) {
        if (ofServer == Protocol.GRPC) {
            return "add grpc: {}";
        }
        return traffic.isGrpc() ? "remove grpc" : "set protocol: " + ofServer.label();
    }

    /// The parts of a scenario; a part is empty when it is wrong.
    private record ScenarioParts(
            Optional<? extends Workload> load,
            Optional<Traffic> traffic,
            Optional<Phases> phases,
            Optional<Dependencies> dependencies) {}

    private static ScenarioParts batchScenario(MappingReader experiment) {
        var batch =
                experiment
                        .section("load", "load", Keys.LOAD)
                        .flatMap(load -> BatchParser.read(experiment, load));
        return new ScenarioParts(
                batch,
                Optional.of(Traffic.NONE),
                batch.map(b -> new Phases(Duration.ZERO, Duration.ZERO, b.max())),
                Optional.empty());
    }

    private static ScenarioParts loadScenario(
            MappingReader experiment, Path folder, Optional<MappingReader> service) {
        var phases = new PhasesParser(experiment);
        var load = experiment.requireSection("load", "load", Keys.LOAD);
        var replay = load.flatMap(l -> ReplayParser.log(l, folder));
        var model = load.flatMap(l -> new LoadParser(l, phases.warmUpLevel(), replay).model());
        var traffic = load.flatMap(l -> new TrafficParser(l, folder, replay).traffic());
        return new ScenarioParts(
                model,
                traffic,
                phases.read(model),
                service.flatMap(s -> new DependenciesParser(s, folder).read()));
    }

    /// Reads one of the variants.
    private interface SubjectParser {
        Optional<Variant> read(MappingReader variant);
    }

    private SubjectParser variantParser(
            MappingReader experiment,
            Optional<MappingReader> service,
            Path folder,
            boolean batch,
            ScenarioParts scenario) {
        if (!experiment.has("service")) {
            return new VariantParser(zoo, batch, folder)::read;
        }
        if (batch) {
            experiment.reject("service", "a batch runs a program of the zoo, not a service");
            return _ -> Optional.empty();
        }
        var ready = scenario.traffic().map(Ready::defaultFor).orElse(new Ready.Port());
        return service.map(s -> new ServiceParser(s, folder).read())
                .<SubjectParser>map(s -> new ServiceVariantParser(s, ready)::read)
                .orElse(_ -> Optional.empty());
    }

    private List<Variant> variants(
            Sequence sequence, SubjectParser parser, Optional<Traffic> traffic) {
        if (sequence.items().isEmpty()) {
            problems.add(sequence.location(), "an experiment needs at least one variant");
        }
        var excess = Experiment.tooMany(sequence.items().size());
        if (excess.isPresent()) {
            problems.add(sequence.location(), excess.get());
            return List.of();
        }
        var read = new ArrayList<Variant>();
        for (var item : sequence.items()) {
            switch (item) {
                case Mapping mapping ->
                        parser.read(new MappingReader("a variant", mapping, problems))
                                .filter(variant -> isNew(variant, mapping, read))
                                .filter(variant -> fits(variant, mapping, read, traffic))
                                .ifPresent(read::add);
                case Scalar _, Sequence _ ->
                        problems.add(
                                item.location(),
                                "expected a mapping with server and model, found "
                                        + item.description());
            }
        }
        return read;
    }

    /// The claims; none if a variant is wrong, because claims name variants.
    private List<Claim> claims(MappingReader experiment, List<Variant> named, boolean batch) {
        var parser = new ClaimParser(named.stream().map(Variant::name).toList());
        var listed = experiment.read("variants", Values::sequence).orElseThrow().items().size();
        if (named.size() < listed) {
            return List.of();
        }
        return experiment
                .list("expect", node -> checked(parser.read(node, problems), batch))
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
                "two variants are named %s; give one of them a different \"name\""
                        .formatted(TextSanitizer.quoted(variant.name())));
        return false;
    }

    private boolean fits(
            Variant variant, Mapping mapping, List<Variant> before, Optional<Traffic> traffic) {
        var conflict = Endpoint.conflict(variant, before, traffic.orElse(Traffic.NONE));
        conflict.ifPresent(message -> problems.add(mapping.location(), message));
        return conflict.isEmpty();
    }
}
