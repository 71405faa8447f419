package dev.loombench.observe;

import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.proc.EnvironmentReader;
import dev.loombench.result.Observation;
import dev.loombench.run.Observers;
import java.nio.file.Path;

/// Observes its own process with all there is, and prints what came in.
public final class LookAtSelf {
    private LookAtSelf() {}

    static void main() {
        long self = ProcessHandle.current().pid();
        try (var watch = Observers.standard().watch(new ObservedProcess(self, Path.of(".")))) {
            watch.sample();
            for (var observation : watch.read()) {
                if (observation instanceof Observation.Series series) {
                    System.out.println(series.metric().label());
                }
            }
        }
        System.out.println("clock " + (CpuClock.of(self).nanos() > 0 ? "ok" : "stands"));
        System.out.println(EnvironmentReader.environment().cpu());
    }
}
