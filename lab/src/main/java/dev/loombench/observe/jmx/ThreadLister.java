package dev.loombench.observe.jmx;

import dev.loombench.result.Observation;
import dev.loombench.result.Observation.ThreadDump;
import dev.loombench.result.Observation.Unavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.ObjectName;
import tools.jackson.core.JacksonException;

/// Has a JVM write a list of all its threads, virtual ones too, into the trial's folder, and reads
/// it. The file stays there.
///
/// @param trialDirectory the JVM can write to it
record ThreadLister(Path trialDirectory) {
    private static final ObjectName DIAGNOSTICS =
            JmxConnection.bean("com.sun.management:type=HotSpotDiagnostic");

    /// @return the threads, or why there are none to tell of
    Observation list(JmxConnection link) {
        var file = trialDirectory.toAbsolutePath().resolve("threads.json");
        try {
            Files.deleteIfExists(file); // the JVM writes to no file that is there already
            long now = System.nanoTime();
            link.invoke(
                    DIAGNOSTICS,
                    "dumpThreads",
                    new Object[] {file.toString(), "JSON"},
                    String.class.getName(),
                    String.class.getName());
            return ThreadDumpFile.read(file, JmxObserver.NAME, now);
        } catch (AgentConnection.ConnectionLost gone) {
            return new Unavailable(
                    JmxObserver.NAME,
                    ThreadDump.SUBJECT,
                    "the JVM ended while it listed its threads, as JDK 25 now and then does (JDK-8364343)");
        } catch (IOException failed) {
            return new Unavailable(
                    JmxObserver.NAME,
                    ThreadDump.SUBJECT,
                    "no list of threads, which JDK 21 and later give: " + failed.getMessage());
        } catch (JacksonException torn) {
            return new Unavailable(
                    JmxObserver.NAME, ThreadDump.SUBJECT, file + " is no list of threads: " + torn);
        }
    }
}
