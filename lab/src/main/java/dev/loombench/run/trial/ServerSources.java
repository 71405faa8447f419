package dev.loombench.run.trial;

import dev.loombench.launch.process.EndpointProcess;
import dev.loombench.launch.process.RunningEndpoint;
import dev.loombench.launch.process.RunningServer;
import dev.loombench.launch.process.ServerProcess;
import dev.loombench.launch.process.ServiceProcess;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.proc.CompilerThreads;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.proc.Platform;
import dev.loombench.result.Observation;
import dev.loombench.result.Observation.Unavailable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What can be observed of a running server: its processes, or nothing but the machine.
record ServerSources(RunningServer server) {

    /// Starts the observers that apply.
    ///
    /// @param folder the trial's own
    ObservationSession start(Observers observers, Path folder) {
        return switch (server) {
            case ServerProcess zoo ->
                    observers.start(
                            new ObservedProcess(zoo.pid(), Optional.of(zoo.address()), folder));
            case ServiceProcess service ->
                    observers.start(
                            ObservedProcess.ofTree(service.pid(), service::processes, folder));
            case RunningEndpoint endpoint ->
                    switch (endpoint.process()) {
                        case EndpointProcess.Known known ->
                                observers.start(
                                        ObservedProcess.ofRunning(
                                                known.pid(), known::processes, folder));
                        case EndpointProcess.Unknown(var reason) ->
                                observers.startWithoutProcess(reason, folder);
                    };
        };
    }

    /// The CPU time of its processes; 0 where they are not known.
    CpuClock cpu() {
        return switch (server) {
            case ServerProcess zoo -> CpuClock.of(zoo.pid());
            case ServiceProcess service ->
                    CpuClock.ofService(service.pid(), service::processes, true);
            case RunningEndpoint endpoint ->
                    switch (endpoint.process()) {
                        case EndpointProcess.Known known ->
                                CpuClock.ofService(known.pid(), known::processes, false);
                        case EndpointProcess.Unknown _ -> () -> 0;
                    };
        };
    }

    /// The CPU time of its just-in-time compilers; 0 where it is not known.
    CpuClock compilers() {
        if (!Platform.isLinux()) {
            return () -> 0;
        }
        return switch (server) {
            case ServerProcess zoo -> new CompilerThreads(zoo.pid());
            case ServiceProcess service -> new CompilerThreads(service.pid());
            case RunningEndpoint endpoint ->
                    switch (endpoint.process()) {
                        case EndpointProcess.Known known -> new CompilerThreads(known.pid());
                        case EndpointProcess.Unknown _ -> () -> 0;
                    };
        };
    }

    /// Why its threads are not listed; empty when they may be.
    ///
    /// @param observations until now
    Optional<Unavailable> threadListRefusal(List<Observation> observations) {
        return server instanceof RunningEndpoint(_, EndpointProcess.Known process)
                ? ThreadListRule.refusal(process, observations)
                : Optional.empty();
    }
}
