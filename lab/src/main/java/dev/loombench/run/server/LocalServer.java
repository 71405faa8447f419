package dev.loombench.run.server;

import dev.loombench.launch.process.EndpointProcess;
import dev.loombench.launch.process.RunningEndpoint;
import dev.loombench.launch.process.RunningServer;
import dev.loombench.launch.process.ServerProcess;
import dev.loombench.launch.process.ServiceProcess;
import dev.loombench.launch.process.StartedServer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.proc.Platform;
import dev.loombench.observe.proc.StoppedTime;
import dev.loombench.observe.proc.thread.CompilerThreads;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Unavailable;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A server on this machine, or a service of which only the address is known.
///
/// @param secured whether a server of the zoo serves HTTP over TLS
/// @param folder the trial's own
public record LocalServer(RunningServer server, boolean secured, Observers observers, Path folder)
        implements TestedServer {

    @Override
    public InetSocketAddress address() {
        return server.address();
    }

    @Override
    public boolean isAlive() {
        return server.isAlive();
    }

    @Override
    public boolean isStopped() {
        return switch (server) {
            case ServiceProcess service when service.unobservable().isPresent() -> false;
            case StartedServer started -> StoppedTime.isStopped(started.pid());
            case RunningEndpoint(_, EndpointProcess.Known known) ->
                    StoppedTime.isStopped(known.pid());
            case RunningEndpoint(_, EndpointProcess.Unknown _) -> false;
        };
    }

    @Override
    public void kill() {
        switch (server) {
            case StartedServer started -> started.kill();
            case RunningEndpoint _ -> {} // it is not the lab's
        }
    }

    @Override
    public String describeEnd() {
        return server.describeEnd();
    }

    @Override
    public List<String> logTail(int maxLines) {
        return server.logTail(maxLines);
    }

    @Override
    public ObservationSession observe() {
        return switch (server) {
            case ServerProcess zoo ->
                    observers.start(
                            ObservedProcess.ofServer(zoo.pid(), zoo.address(), secured, folder));
            case ServiceProcess service ->
                    service.unobservable()
                            .map(reason -> observers.startWithoutProcess(reason, folder))
                            .orElseGet(() ->
                                    observers.start(
                                            ObservedProcess.ofTree(
                                                    service.pid(), service::processes, folder)));
            case RunningEndpoint(_, EndpointProcess.Known known) ->
                    observers.start(
                            ObservedProcess.ofRunning(known.pid(), known::processes, folder));
            case RunningEndpoint(_, EndpointProcess.Unknown(var reason)) ->
                    observers.startWithoutProcess(reason, folder);
        };
    }

    @Override
    public CpuClock cpu() {
        return switch (server) {
            case ServerProcess zoo -> CpuClock.of(zoo.pid());
            case ServiceProcess service when service.unobservable().isPresent() -> () -> 0;
            case ServiceProcess service ->
                    CpuClock.ofService(service.pid(), service::processes, true);
            case RunningEndpoint(_, EndpointProcess.Known known) ->
                    CpuClock.ofService(known.pid(), known::processes, false);
            case RunningEndpoint(_, EndpointProcess.Unknown _) -> () -> 0;
        };
    }

    @Override
    public CpuClock compilers() {
        if (!Platform.isLinux()) {
            return () -> 0;
        }
        return switch (server) {
            case ServiceProcess service when service.unobservable().isPresent() -> () -> 0;
            case StartedServer started -> new CompilerThreads(started.pid());
            case RunningEndpoint(_, EndpointProcess.Known known) ->
                    new CompilerThreads(known.pid());
            case RunningEndpoint(_, EndpointProcess.Unknown _) -> () -> 0;
        };
    }

    @Override
    public Optional<Unavailable> threadListRefusal(List<Observation> observations) {
        return server instanceof RunningEndpoint(_, EndpointProcess.Known process)
                ? ThreadListRule.refusal(process, observations)
                : Optional.empty();
    }

    @Override
    public void close() {
        server.close();
    }
}
