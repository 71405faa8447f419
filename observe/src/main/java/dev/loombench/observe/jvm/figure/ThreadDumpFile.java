package dev.loombench.observe.jvm.figure;

import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.threads.ThreadCounts;
import dev.loombench.observe.threads.ThreadListJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reader of the thread list that a JVM writes as JSON (`Thread.dump_to_file`); groups threads with
/// equal stacks.
public final class ThreadDumpFile {
    private ThreadDumpFile() {}

    /// @param nanos when it was written, on the monotonic clock
    /// @throws IOException when it cannot be read
    /// @throws tools.jackson.core.JacksonException when it is not JSON
    public static ThreadDump read(Path file, String observer, long nanos) throws IOException {
        var threads = new ThreadCounts();
        try (var in = Files.newInputStream(file)) {
            ThreadListJson.read(in, threads::add);
        }
        return threads.dump(observer, nanos);
    }
}
