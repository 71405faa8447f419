package dev.loombench.agent;

import dev.loombench.agent.link.LinkFailed;
import dev.loombench.agent.link.SharedKey;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadShare;
import dev.loombench.run.backend.LoadBackend;
import dev.loombench.text.UrlText;
import dev.loombench.text.WrongInput;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/// The agents of a controller: connected together, or not at all.
public final class AgentGroup implements LoadBackend, AutoCloseable {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    private final List<AgentConnection> agents;
    private int loads;

    private AgentGroup(List<AgentConnection> agents) {
        this.agents = List.copyOf(agents);
    }

    /// Connects to all agents.
    ///
    /// @param version of this program
    /// @throws WrongInput when one of them cannot be reached or refuses; it names all of these
    public static AgentGroup connect(
            List<InetSocketAddress> addresses, Optional<SharedKey> key, String version)
            throws InterruptedException {
        List<Callable<AgentConnection>> tasks = new ArrayList<>();
        for (var address : addresses) {
            tasks.add(() -> AgentConnection.open(address, key, version));
        }
        var connected = new ArrayList<AgentConnection>();
        var failures = new ArrayList<String>();
        for (var task : all(tasks)) {
            try {
                connected.add(task.get());
            } catch (ExecutionException e) {
                failures.add(
                        e.getCause() instanceof LinkFailed failed
                                ? String.valueOf(failed.getMessage())
                                : String.valueOf(e.getCause()));
            }
        }
        if (!failures.isEmpty()) {
            connected.forEach(AgentConnection::close);
            throw new WrongInput(String.join("\n", failures));
        }
        return new AgentGroup(connected);
    }

    /// Runs tasks at the same time, and waits for all.
    static <T> List<Future<T>> all(List<Callable<T>> tasks) throws InterruptedException {
        try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().factory())) {
            return threads.invokeAll(tasks);
        }
    }

    /// The number of agents.
    public int size() {
        return agents.size();
    }

    /// Checks that a load can be distributed to these agents.
    ///
    /// @throws WrongInput when it cannot
    public void check(LoadPlan plan) {
        requireShares(plan);
        requireReachable(plan.target().getAddress(), UrlText.authority(plan.target()));
    }

    private void requireShares(LoadPlan plan) {
        int threads = plan.settings().threads();
        int connections = plan.allOpenConnections();
        if (connections < size() * threads) {
            throw new WrongInput(
                    "%,d connections cannot be distributed to %d agents with --threads %d: at least %,d are needed"
                            .formatted(connections, size(), threads, size() * threads));
        }
        if (!plan.traffic().connections().sources().isEmpty()) {
            throw new WrongInput(
                    "local addresses are those of one machine, and cannot be set for agents");
        }
    }

    @Override
    public void requireReachable(InetAddress target, String name) {
        var remote = firstRemote();
        if (target.isLoopbackAddress() && remote.isPresent()) {
            throw new WrongInput(
                    "the target %s is on the loopback of each machine, and the agent %s is on another: give an address that all agents reach"
                            .formatted(name, remote.get()));
        }
    }

    @Override
    public Optional<String> firstRemote() {
        return agents.stream()
                .filter(agent -> !agent.isLocal())
                .map(AgentConnection::toString)
                .findFirst();
    }

    @Override
    public List<String> addresses() {
        return agents.stream().map(AgentConnection::toString).toList();
    }

    @Override
    public void checkShares(LoadPlan plan) throws InterruptedException {
        requireShares(plan);
        load(plan, agents).check();
    }

    @Override
    public AgentLoad startSmall(LoadPlan plan) throws InterruptedException {
        int used = Math.clamp(plan.allOpenConnections() / plan.settings().threads(), 1, size());
        return start(plan, agents.subList(0, used), false, false);
    }

    @Override
    public AgentLoad start(LoadPlan plan, boolean probe, boolean anyStatus)
            throws InterruptedException {
        check(plan);
        return start(plan, agents, probe, anyStatus);
    }

    private AgentLoad load(LoadPlan plan, List<AgentConnection> on) {
        int threads = plan.settings().threads();
        var plans = new ArrayList<LoadPlan>();
        for (int i = 0; i < on.size(); i++) {
            plans.add(withShare(plan, new LoadShare(i * threads, on.size() * threads)));
        }
        return new AgentLoad(loads++, plan.model(), on, plans);
    }

    private AgentLoad start(
            LoadPlan plan, List<AgentConnection> on, boolean probe, boolean anyStatus)
            throws InterruptedException {
        var load = load(plan, on);
        boolean started = false;
        try {
            load.start(probe, anyStatus);
            started = true;
            return load;
        } finally {
            if (!started) {
                load.closeWithin(STOP_LIMIT);
            }
        }
    }

    private static LoadPlan withShare(LoadPlan plan, LoadShare share) {
        return new LoadPlan(
                plan.target(),
                plan.model(),
                plan.traffic(),
                plan.seed(),
                plan.settings(),
                share,
                plan.beginsWithWindow(),
                plan.environment());
    }

    /// The addresses, as in `10.0.0.2:7800, 10.0.0.3:7800`.
    @Override
    public String toString() {
        return agents.stream().map(AgentConnection::toString).collect(Collectors.joining(", "));
    }

    /// Leaves all agents, which stop what they do for this controller.
    @Override
    public void close() {
        agents.parallelStream().forEach(AgentConnection::close);
    }
}
