package dev.loombench.run;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.pace.Pacing;
import dev.loombench.result.Invocation;
import dev.loombench.result.RunManifest;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.backend.LoadBackend;
import dev.loombench.run.trial.LoadDriver;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The checks, before anything starts, that agents can drive the load of an experiment.
///
/// @param running addresses of the variants that already run, by variant
record AgentChecks(LoadDriver driver, Map<String, InetSocketAddress> running) {
    /// Stands for the port of a server that has not started; no request is sent to it.
    private static final int ANY_PORT = 1;

    private static final String PACING = "--pacing";

    /// @throws WrongInput when they cannot
    void require(Experiment experiment) throws InterruptedException {
        if (driver.agents().isEmpty()) {
            return;
        }
        var agents = driver.agents().get();
        switch (experiment.load()) {
            case Workload.Batch _ ->
                    throw new WrongInput(
                            experiment.name()
                                    + " is a batch, and has no load for agents (--load-on)");
            case LoadModel model -> require(agents, model, experiment);
        }
    }

    private void require(LoadBackend agents, LoadModel model, Experiment experiment)
            throws InterruptedException {
        var checked = new HashSet<LoadPlan>();
        for (var variant : experiment.variants()) {
            requireReachable(agents, variant);
            var traffic = experiment.of(variant).traffic();
            var plan = driver.plan(target(variant), model, traffic, 0);
            if (checked.add(plan)) {
                try {
                    agents.checkShares(plan);
                } catch (AgentLost e) {
                    throw new WrongInput(e.getMessage());
                }
            }
        }
    }

    private InetSocketAddress target(Variant variant) {
        var known = running.get(variant.name());
        return known == null ? new InetSocketAddress(driver.listen(), ANY_PORT) : known;
    }

    private void requireReachable(LoadBackend agents, Variant variant) {
        var known = running.get(variant.name());
        if (known != null) {
            agents.requireReachable(
                    known.getAddress(), "of %s".formatted(TextSanitizer.quoted(variant.name())));
        } else if (agents.firstRemote().isPresent() && driver.listen().isLoopbackAddress()) {
            throw new WrongInput(
                    "the servers listen on loopback, which the agent %s on another machine cannot reach: %s"
                            .formatted(
                                    agents.firstRemote().get(),
                                    driver.serverOn().isPresent()
                                            ? "start the agent of --server-on with --listen on an address that all agents reach"
                                            : "give --listen ADDRESS, an address of this machine that all agents reach"));
        }
    }

    /// Checks that as many agents as in an earlier part of the run drive its load, with the same
    /// pacing, and that its servers start on an agent if they did.
    ///
    /// @throws WrongInput when that differs
    static void requireSameAgents(LoadDriver driver, RunManifest then) {
        if (driver.serverOn().isPresent() != then.serverOn().isPresent()) {
            throw new WrongInput(
                    then.serverOn()
                            .map(agent ->
                                    "the servers of this run were on the machine of the agent %s: resume it with --server-on"
                                            .formatted(TextSanitizer.of(agent)))
                            .orElse(
                                    "the servers of this run were on this machine: resume it without --server-on"));
        }
        int now = driver.agents().map(agents -> agents.addresses().size()).orElse(0);
        int before = then.agents().size();
        if (now != before) {
            throw new WrongInput(
                    before == 0
                            ? "the load of this run was driven without agents: resume it without --load-on"
                            : "the load of this run was driven by %d agents: give as many with --load-on"
                                    .formatted(before));
        }
        requireSamePacing(driver.settings().pacing().label(), then);
    }

    private static void requireSamePacing(String now, RunManifest then) {
        var typed = new Invocation(then.command()).options(List.of(PACING));
        var before =
                typed.isEmpty() ? Pacing.AUTO.label() : typed.getLast().replace(PACING + "=", "");
        if (!now.equals(before)) {
            throw new WrongInput(
                    "the load of this run began with --pacing %s: resume it with the same"
                            .formatted(TextSanitizer.of(before)));
        }
    }

    /// Why the trials of a block cannot be interleaved; empty when they can.
    static Optional<String> obstacleToInterleaving(LoadDriver driver) {
        return driver.agents().map(_ -> "agents drive one load at a time");
    }
}
