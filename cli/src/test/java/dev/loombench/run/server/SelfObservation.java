package dev.loombench.run.server;

import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.proc.machine.EnvironmentReader;
import dev.loombench.observe.result.Observation;
import java.nio.file.Path;
import java.util.Set;

/// Observes its own process with all observers, and prints the metrics.
public final class SelfObservation {
    private SelfObservation() {}

    static void main() {
        long self = ProcessHandle.current().pid();
        var observers = Observers.standard(Set.of(), 0);
        try (var session = observers.start(new ObservedProcess(self, Path.of(".")))) {
            session.sample();
            for (var observation : session.read()) {
                if (observation instanceof Observation.Series series) {
                    System.out.println(series.metric().label());
                }
            }
        }
        System.out.println("clock " + (CpuClock.of(self).nanos() > 0 ? "ok" : "stopped"));
        System.out.println(EnvironmentReader.environment().cpu());
    }
}
