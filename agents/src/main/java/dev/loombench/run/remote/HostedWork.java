package dev.loombench.run.remote;

import dev.loombench.agent.CallFailed;
import dev.loombench.agent.CallFailed.Cause;
import dev.loombench.agent.ServerRole.ServerWork;
import dev.loombench.agent.wire.Frame.ServerCall;
import dev.loombench.agent.wire.Frame.ServerState;
import dev.loombench.agent.wire.ServerAction;
import dev.loombench.experiment.Experiment;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.Zoo;
import dev.loombench.launch.limit.HostLimits;
import dev.loombench.launch.limit.UnmetRequirement;
import dev.loombench.launch.process.ListeningPort;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.result.Trial;
import dev.loombench.result.store.ResultJson;
import dev.loombench.run.LocalMachine;
import dev.loombench.run.RunEvent;
import dev.loombench.run.ServerMachine.RunServers;
import dev.loombench.run.machine.MachineUse;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The servers of one controller on this machine.
final class HostedWork implements ServerWork {
    /// A controller may repeat them after the end of a server.
    private static final Set<ServerAction> ENDS =
            EnumSet.of(ServerAction.END_OBSERVERS, ServerAction.END_SERVER, ServerAction.END_START);

    private final Allowance allowance;
    private final Consumer<String> log;
    private final ServerLauncher launcher;
    private final LocalMachine machine;
    private final Map<Integer, HostedServer> servers = new ConcurrentHashMap<>();
    private @Nullable MachineUse use;
    private @Nullable Run run;

    /// A run with its folder, which is removed at its end.
    private record Run(RunServers services, HostedFiles files) implements AutoCloseable {
        @Override
        public void close() {
            try (files) {
                services.close();
            }
        }
    }

    /// @param log messages for the user
    HostedWork(Zoo zoo, Allowance allowance, Consumer<String> log) {
        this.allowance = allowance;
        this.log = log;
        launcher = new ServerLauncher(zoo);
        machine = new LocalMachine(launcher, this::note, InetAddress.getLoopbackAddress());
    }

    private void note(RunEvent event) {
        if (event instanceof RunEvent.Preparing(var server)) {
            log.accept("preparing " + server);
        }
    }

    @Override
    public String execute(ServerCall call, String text) throws CallFailed, InterruptedException {
        try {
            return call.server() == 0 ? ofRun(call, text) : ofServer(call, text);
        } catch (WrongInput e) {
            throw new CallFailed(Cause.USAGE, e.getMessage());
        } catch (LaunchFailed e) {
            throw new CallFailed(Cause.LAUNCH, e.getMessage(), e.logTail());
        } catch (ProcessEndedException e) {
            throw new CallFailed(Cause.ENDED, e.getMessage());
        } catch (IOException | RuntimeException e) {
            throw new CallFailed(Cause.DEFECT, e.toString());
        }
    }

    private String ofRun(ServerCall call, String text) throws IOException, InterruptedException {
        switch (call.action()) {
            case BUILD -> {
                var experiments = read(text, Messages.Build.class).experiments();
                experiments.forEach(allowance::require);
                machine.build(experiments);
            }
            case PREPARE -> {
                var experiment = read(text, Experiment.class);
                allowance.require(experiment);
                requireLimits(experiment);
                machine.prepare(experiment);
            }
            case MODE -> {
                var mode = read(text, Messages.Mode.class);
                allowance.require(mode.experiment());
                return json(machine.mode(mode.experiment(), mode.obstacle()));
            }
            case CONDITIONS -> {
                var experiment = read(text, Experiment.class);
                allowance.require(experiment);
                return json(machine.conditions(experiment));
            }
            case USE -> {
                return json(use());
            }
            case END_USE -> endUse();
            case START_RUN -> startRun(read(text, Messages.StartRun.class));
            case END_RUN -> endRun();
            default -> throw new IllegalStateException(call.action() + " is not for a run");
        }
        return "";
    }

    private String ofServer(ServerCall call, String text) throws IOException, InterruptedException {
        if (call.action() == ServerAction.LAUNCH) {
            return launch(call.server(), read(text, Trial.class));
        }
        var hosted = servers.get(call.server());
        if (hosted == null) {
            if (ENDS.contains(call.action())) {
                return ""; // it did not start, or has ended
            }
            throw new IllegalStateException("no server " + call.server());
        }
        var server = hosted.server();
        switch (call.action()) {
            case DESCRIBE_END -> {
                return server.describeEnd();
            }
            case KILL -> server.kill();
            case LOG_TAIL -> {
                int lines = Math.toIntExact(call.argument());
                return json(new Messages.Lines(server.logTail(lines)));
            }
            case OBSERVE -> hosted.observe();
            case SAMPLE -> hosted.session().sample();
            case SAMPLE_SLICE_END -> hosted.session().sampleSliceEnd();
            case REHEARSE -> hosted.session().rehearse();
            case AFTER_WINDOW -> hosted.session().afterWindow(call.argument() != 0);
            case OBSERVATIONS -> {
                return json(new Messages.Observations(hosted.observations()));
            }
            case END_OBSERVERS -> hosted.endObservers();
            case CPU -> {
                return Long.toString(hosted.cpuNanos());
            }
            case COMPILERS -> {
                return Long.toString(hosted.compilerNanos());
            }
            case END_SERVER -> hosted.end();
            case LOG -> {
                return files().log(call.server());
            }
            case AFTER_EACH -> hosted.start().ended();
            case END_START -> {
                servers.remove(call.server());
                hosted.close();
            }
            default -> throw new IllegalStateException(call.action() + " is not for a server");
        }
        return "";
    }

    private static void requireLimits(Experiment experiment) {
        var unmet = Preflight.checkServerLimits(HostLimits.ofThisMachine(), experiment);
        if (!unmet.isEmpty()) {
            throw new WrongInput(
                    unmet.stream()
                            .map(UnmetRequirement::message)
                            .collect(Collectors.joining("; ")));
        }
    }

    private synchronized Messages.Use use() {
        endUse();
        var taken = machine.use();
        use = taken;
        return new Messages.Use(taken.exclusive(), taken.problem());
    }

    private synchronized void endUse() {
        if (use != null) {
            use.close();
            use = null;
        }
    }

    private void startRun(Messages.StartRun request) throws IOException, InterruptedException {
        allowance.require(request.manifest().experiment());
        var listen = InetAddress.ofLiteral(request.listen());
        if (!ListeningPort.isOfThisMachine(listen)) {
            throw new WrongInput(
                    "the controller reaches it at %s, which is no address of its machine; servers cannot listen there"
                            .formatted(request.listen()));
        }
        endRun();
        var files = HostedFiles.create();
        boolean started = false;
        try {
            var services =
                    new LocalMachine(launcher, this::note, listen)
                            .start(request.manifest(), files.folder());
            synchronized (this) {
                run = new Run(services, files);
            }
            started = true;
        } finally {
            if (!started) {
                files.close();
            }
        }
    }

    private String launch(int number, Trial trial) throws IOException, InterruptedException {
        Run current;
        synchronized (this) {
            current = Objects.requireNonNull(run, "no run was started");
        }
        Path folder = current.files().newFolder(number);
        var hosted = new HostedServer(number, current.services().host().start(trial, folder));
        servers.put(number, hosted);
        var address = hosted.server().address();
        log.accept("server started: %s, port %d".formatted(trial.variant(), address.getPort()));
        return json(
                new Messages.Launched(address.getAddress().getHostAddress(), address.getPort()));
    }

    private synchronized HostedFiles files() {
        return Objects.requireNonNull(run, "no run was started").files();
    }

    private void endRun() {
        var running = List.copyOf(servers.values());
        servers.clear();
        Run ending;
        synchronized (this) {
            ending = run;
            run = null;
        }
        try (ending) {
            endAll(running.iterator());
        }
    }

    /// Ends all of them, also where some fail to end.
    private static void endAll(Iterator<HostedServer> servers) {
        if (servers.hasNext()) {
            try (var _ = servers.next()) {
                endAll(servers);
            }
        }
    }

    @Override
    public List<ServerState> states() {
        return servers.values().stream().flatMap(server -> server.state().stream()).toList();
    }

    @Override
    public boolean end() {
        boolean any = !servers.isEmpty();
        launcher.close(); // all at the same time, and those that are starting
        try {
            endRun();
        } catch (UncheckedIOException e) {
            log.accept(e.getMessage() + ": " + e.getCause());
        } finally {
            endUse();
        }
        return any;
    }

    private static <T> T read(String text, Class<T> type) {
        return ResultJson.MAPPER.readValue(text, type);
    }

    private static String json(Object value) {
        return ResultJson.MAPPER.writeValueAsString(value);
    }
}
