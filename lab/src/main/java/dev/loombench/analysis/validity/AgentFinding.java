package dev.loombench.analysis.validity;

import dev.loombench.analysis.validity.GeneratorFinding.GeneratorSaturated;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStalled;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStarved;
import dev.loombench.analysis.validity.GeneratorFinding.ScheduleLagged;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.spec.Metric;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.load.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A limit or a disturbance of one of the agents that drive a load.
public sealed interface AgentFinding extends Finding {
    /// The phase of a trial that failed because it lost an agent.
    String LOST = "agents";

    /// The variant, or another name of what was loaded.
    String variant();

    @Override
    default List<String> variants() {
        return List.of(variant());
    }

    @Override
    default Severity severity() {
        return Severity.INVALID;
    }

    /// A trial lost an agent.
    ///
    /// @param reason with the agent's address and share
    record AgentLost(String variant, String reason) implements AgentFinding {
        static Optional<AgentLost> of(VariantTrials trials) {
            return trials.results().stream()
                    .flatMap(r ->
                            r.outcome() instanceof Failed failed && failed.phase().equals(LOST)
                                    ? Stream.of(new AgentLost(trials.variant(), failed.reason()))
                                    : Stream.empty())
                    .findFirst();
        }

        @Override
        public String kind() {
            return "agent-lost";
        }
    }

    /// An agent sent fewer requests than its share of an open load.
    ///
    /// @param mean of all agents
    record AgentBehind(String variant, String address, long sent, double mean)
            implements AgentFinding {
        /// As for the rate of a whole load.
        private static final double SHORTFALL = 0.02;

        /// Arrivals are distributed evenly, so that an agent with fewer did not send them.
        ///
        /// @param agents of one window
        public static List<AgentBehind> of(
                String variant, Workload workload, List<AgentFigures> agents) {
            if (!(workload instanceof LoadModel.Open)) {
                return List.of();
            }
            double mean =
                    agents.stream()
                            .flatMap(agent -> agent.result().stream())
                            .mapToLong(result -> result.counts().sent())
                            .average()
                            .orElse(0);
            var behind = new ArrayList<AgentBehind>();
            for (var agent : agents) {
                agent.result()
                        .map(result -> result.counts().sent())
                        .filter(sent -> sent < (1 - SHORTFALL) * mean - 1)
                        .ifPresent(sent ->
                                behind.add(new AgentBehind(variant, agent.address(), sent, mean)));
            }
            return behind;
        }

        @Override
        public String kind() {
            return "agent-behind";
        }
    }

    /// The clock of an agent is not known well enough.
    ///
    /// @param skewNanos largest possible error of its start and end
    record AgentClock(String variant, String address, long skewNanos) implements AgentFinding {
        /// A twentieth of the second by which intervals are merged.
        private static final long MAX_SKEW_NANOS = 50_000_000;

        public static Optional<AgentClock> of(String variant, AgentFigures agent) {
            long skew = agent.clock().skewNanos();
            return agent.result().isPresent() && skew > MAX_SKEW_NANOS
                    ? Optional.of(new AgentClock(variant, agent.address(), skew))
                    : Optional.empty();
        }

        @Override
        public String kind() {
            return "agent-clock";
        }
    }

    /// A limit or a disturbance of an agent's load generator.
    ///
    /// @param finding whose variant is the agent
    record AgentGenerator(String variant, GeneratorFinding finding) implements AgentFinding {
        @Override
        public String kind() {
            return finding.kind();
        }

        @Override
        public Severity severity() {
            return finding.severity();
        }

        @Override
        public boolean affects(Metric metric) {
            return finding.affects(metric);
        }
    }

    /// All findings of a variant's trials, each kind once per agent.
    ///
    /// @param timed as for `GeneratorStarved`
    static List<AgentFinding> of(
            VariantTrials trials, Workload workload, TrafficSpec traffic, boolean timed) {
        var variant = trials.variant();
        var distinct = new LinkedHashMap<String, AgentFinding>();
        AgentLost.of(trials).ifPresent(lost -> distinct.put(lost.kind(), lost));
        for (var trial : trials.completed()) {
            for (var behind : AgentBehind.of(variant, workload, trial.agents())) {
                distinct.putIfAbsent(behind.kind() + behind.address(), behind);
            }
            for (var agent : trial.agents()) {
                AgentClock.of(variant, agent)
                        .ifPresent(clock ->
                                distinct.putIfAbsent(clock.kind() + clock.address(), clock));
            }
        }
        var all = new ArrayList<>(distinct.values());
        sharesOf(trials.completed())
                .forEach((address, shares) ->
                        generators("%s, agent %s".formatted(variant, address), shares)
                                .ofShares(workload, traffic, timed)
                                .forEach(found -> all.add(new AgentGenerator(variant, found))));
        return all;
    }

    /// Findings about the generator of one agent.
    ///
    /// @param name of the agent
    /// @param shares its results with the response times of the whole load
    static Generators generators(String name, List<LoadResult> shares) {
        return new Generators(name, shares);
    }

    /// The shares of one agent.
    record Generators(String name, List<LoadResult> shares) {
        public List<GeneratorFinding> ofShares(
                Workload workload, TrafficSpec traffic, boolean timed) {
            return Stream.<Optional<? extends GeneratorFinding>>of(
                            GeneratorSaturated.of(name, shares),
                            ScheduleLagged.of(name, workload, traffic, shares),
                            GeneratorStarved.of(name, timed, shares),
                            GeneratorStalled.of(name, shares))
                    .<GeneratorFinding>flatMap(Optional::stream)
                    .toList();
        }
    }

    private static Map<String, List<LoadResult>> sharesOf(List<Completed> trials) {
        var shares = new LinkedHashMap<String, List<LoadResult>>();
        for (var trial : trials) {
            for (var agent : trial.agents()) {
                agent.result()
                        .ifPresent(result ->
                                shares.computeIfAbsent(agent.address(), _ -> new ArrayList<>())
                                        .add(result.with(trial.load().intervals())));
            }
        }
        return shares;
    }
}
