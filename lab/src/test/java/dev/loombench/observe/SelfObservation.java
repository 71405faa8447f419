package dev.loombench.observe;

import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.proc.EnvironmentReader;
import dev.loombench.observe.result.Observation;
import dev.loombench.run.server.Observers;
import java.nio.file.Path;

/// Observes its own process with all observers, and prints the metrics.
public final class SelfObservation {
    private SelfObservation() {}

    static void main() {
        long self = ProcessHandle.current().pid();
        try (var session = Observers.standard().start(new ObservedProcess(self, Path.of(".")))) {
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
