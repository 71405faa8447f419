package dev.loombench.run.server;

import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.process.EndpointProcess;
import dev.loombench.observe.jvm.ListingCrash;
import dev.loombench.observe.proc.thread.VirtualThreadUse;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The rule whether a JVM that the lab did not start is requested to list its threads: not where
/// this may crash it, as a JDK 21 to 25 may while it lists virtual threads that start and end
/// (JDK-8364343). The number of carriers does not show that there are none: carriers end after 30 s
/// without work, and the virtual threads that wait remain.
public final class ThreadListRule {
    /// The first JDK whose threads show whether it has run virtual threads.
    private static final int FIRST_SHOWN = 24;

    private ThreadListRule() {}

    /// Why its threads are not listed; empty when they are, and where it is no observed JVM.
    ///
    /// @param observations until now, with those of the JVM
    public static Optional<Unavailable> refusal(
            EndpointProcess.Known process, List<Observation> observations) {
        return observations.stream()
                .filter(o -> o instanceof Series s && s.metric() == MetricId.HEAP_USED)
                .findFirst()
                .filter(_ -> mayCrash(process))
                .map(jvm ->
                        new Unavailable(
                                jvm.observer(),
                                ThreadDump.SUBJECT,
                                "its JVM may crash while it lists virtual threads (JDK-8364343), and the lab has not started it"));
    }

    private static boolean mayCrash(EndpointProcess.Known process) {
        var major = major(process);
        return major.map(ListingCrash::mayHappen).orElse(true)
                && (major.map(version -> version < FIRST_SHOWN).orElse(true)
                        || VirtualThreadUse.mayBeIn(process.pid()));
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
