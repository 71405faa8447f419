package dev.loombench.experiment.yaml;

import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.WarmUpCycles;
import dev.loombench.traffic.LoadModel;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Node;
import dev.loombench.yaml.Problems;
import dev.loombench.yaml.SourceLocation;
import dev.loombench.yaml.Values;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Parses `phases`: the limits of the warm-up and the end of the measured window.
final class PhasesParser {
    /// Far more than a trial can send.
    private static final int MAX_REQUESTS = 1_000_000_000;

    private static final int MAX_CYCLES = 1_000;
    private static final List<String> CYCLE_KEYS = List.of("cycles", "load", "pause");

    private final Problems problems;
    private final Optional<MappingReader> phases;
    private final Optional<MappingReader> warmUp;

    PhasesParser(MappingReader experiment) {
        problems = experiment.problems();
        phases = experiment.section("phases", "phases", Keys.PHASES);
        warmUp =
                phases.filter(p -> !p.holdsScalar("warm-up"))
                        .flatMap(p -> p.section("warm-up", "warm-up", Keys.WARM_UP));
    }

    /// The level of the load during warm-up, not yet decoded: its unit depends on the load.
    Optional<Node> warmUpLevel() {
        return warmUp.flatMap(section -> section.node("level"));
    }

    /// @param model the load, whose profile is the default length of the window
    Optional<Phases> read(Optional<LoadModel> model) {
        var problemsBefore = problems.count();
        var fixed =
                phases.filter(p -> p.holdsScalar("warm-up"))
                        .flatMap(p -> p.read("warm-up", Values::duration));
        var min = fixed.orElseGet(() -> warmUp("min", Defaults.WARM_UP_MIN));
        var count = inCycles().flatMap(w -> w.require("cycles", Values.count(2, MAX_CYCLES)));
        var cycles = inCycles().flatMap(w -> cycles(w, model));
        var max =
                fixed.or(() -> cycles.flatMap(c -> count.map(c::length)))
                        .orElseGet(() -> warmUp("max", Defaults.WARM_UP_MAX));
        var others = warmUp.flatMap(w -> w.read("others", Values::duration));
        var measure =
                phases.filter(p ->
                                p.node("measure")
                                        .filter(n -> n instanceof Node.Mapping)
                                        .isPresent())
                        .flatMap(p -> p.section("measure", "measure", Keys.MEASURE));
        var requests = measure.flatMap(m -> m.require("requests", Values.count(1, MAX_REQUESTS)));
        if (requests.isPresent()
                && model.filter(LoadModel.HeldConnections.class::isInstance).isPresent()) {
            measure.get()
                    .reject(
                            "requests",
                            "requests cannot be combined with held-connections, which send one"
                                    + " request each");
        }
        var length = measure.map(PhasesParser::maxLength).orElseGet(() -> length(model));
        if (problems.count() > problemsBefore) {
            return Optional.empty();
        }
        var counted = requests.map(OptionalLong::of).orElse(OptionalLong.empty());
        var location =
                warmUp.or(() -> phases).map(MappingReader::location).orElse(SourceLocation.START);
        return problems.attempt(
                location, () -> new Phases(min, max, others, cycles, length, counted));
    }

    private Optional<MappingReader> inCycles() {
        return warmUp.filter(section -> CYCLE_KEYS.stream().anyMatch(section::has));
    }

    private Optional<WarmUpCycles> cycles(MappingReader section, Optional<LoadModel> model) {
        section.reject("max", "max cannot be combined with cycles, whose lengths add up to it");
        if (model.filter(LoadModel.HeldConnections.class::isInstance).isPresent()) {
            section.reject(
                    "cycles",
                    "cycles cannot be combined with held-connections, whose warm-up is a single"
                            + " user");
        }
        var load = section.require("load", Values::durationAboveZero);
        var pause = section.require("pause", Values::durationAboveZero);
        return load.isEmpty() || pause.isEmpty()
                ? Optional.empty()
                : problems.attempt(
                        section.location("load"), () -> new WarmUpCycles(load.get(), pause.get()));
    }

    private Duration warmUp(String key, Duration defaultValue) {
        return warmUp.map(section -> section.read(key, Values::duration, defaultValue))
                .orElse(defaultValue);
    }

    private static Duration maxLength(MappingReader measure) {
        return measure.read("max", Values::durationAboveZero, Defaults.MEASURE_MAX);
    }

    private Duration length(Optional<LoadModel> model) {
        var defaultValue = model.map(LoadModel::length).filter(l -> !l.isZero());
        return phases.map(p -> p.read("measure", Values::durationAboveZero, Defaults.MEASURE))
                .filter(_ -> phases.get().has("measure"))
                .orElse(defaultValue.orElse(Defaults.MEASURE));
    }
}
