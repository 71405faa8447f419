package dev.loombench.run.trial;

import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.process.EndpointProcess;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import dev.loombench.result.Observation.Series;
import dev.loombench.result.Observation.ThreadDump;
import dev.loombench.result.Observation.Unavailable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The rule whether a JVM that the lab did not start is requested to list its threads: not where
/// this may crash it, as a JDK 21 to 25 may while it lists virtual threads that start and end
/// (JDK-8364343).
public final class ThreadListRule {
    private ThreadListRule() {}

    /// Why its threads are not listed; empty when they are, and where it is no observed JVM.
    ///
    /// @param observations until now, with those of the JVM
    public static Optional<Unavailable> refusal(
            EndpointProcess.Known process, List<Observation> observations) {
        return major(process)
                        .map(Jdks::mayCrashListingThreads)
                        .filter(affected -> !affected)
                        .isPresent()
                ? Optional.empty()
                : observations.stream()
                        .filter(o -> o instanceof Series s && s.metric() == MetricId.HEAP_USED)
                        .findFirst()
                        .filter(_ -> mayHaveVirtualThreads(observations))
                        .map(jvm ->
                                new Unavailable(
                                        jvm.observer(),
                                        ThreadDump.SUBJECT,
                                        "its JVM may crash while it lists virtual threads (JDK-8364343), and the lab has not started it"));
    }

    /// False where the scheduler of virtual threads has never had a carrier; a JDK before 24 does
    /// not report it.
    static boolean mayHaveVirtualThreads(List<Observation> observations) {
        return observations.stream()
                .filter(o -> o instanceof Series s && s.metric() == MetricId.CARRIERS_POOL)
                .map(o -> (Series) o)
                .allMatch(s -> s.points().stream().anyMatch(p -> p.value() > 0));
    }

    /// The version of the JDK whose `java` it runs; empty where that cannot be read.
    private static Optional<Integer> major(EndpointProcess.Known process) {
        return process.listener()
                .info()
                .command()
                .map(Path::of)
                .flatMap(ThreadListRule::home)
                .flatMap(Jdks::major);
    }

    /// The folder two above a `java` that may be linked.
    private static Optional<Path> home(Path java) {
        try {
            return Optional.ofNullable(java.toRealPath().getParent()).map(Path::getParent);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
