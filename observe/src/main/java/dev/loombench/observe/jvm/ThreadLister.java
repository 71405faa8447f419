package dev.loombench.observe.jvm;

import dev.loombench.observe.jvm.JvmAgentConnection.ConnectionLost;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.ThreadListJson;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;

/// Lists all threads of a JVM, virtual ones too, in a file, and reads the file.
///
/// @param folder writable by the JVM
record ThreadLister(SharedFolder folder) {
    private static final String FILE = "threads.json";

    /// More than wait for one another.
    private static final int MOST_THREADS = 10_000;

    /// The command's last words.
    private static final String CREATED = "Created ";

    /// A JVM's reply to a command that it does not have.
    private static final String UNKNOWN = "Unknown diagnostic command";

    /// @return the threads, or the reason why they are missing
    Observation list(DiagnosticCommands commands) {
        var file = folder.here().resolve(FILE);
        try {
            Files.deleteIfExists(file); // the JVM does not overwrite a file
            long now = System.nanoTime();
            var named = folder.there().resolve(FILE).toString();
            var reply = commands.execute("Thread.dump_to_file", "-format=json", named);
            if (reply.isBlank()) { // JDK 24 and later report success before they begin
                throw new ConnectionLost(new EOFException("the list is incomplete"));
            }
            if (!reply.contains(CREATED)) {
                throw new IOException(reply.strip());
            }
            return ThreadDumpFile.read(file, JvmObserver.NAME, now);
        } catch (ConnectionLost e) {
            return new Unavailable(
                    JvmObserver.NAME,
                    ThreadDump.SUBJECT,
                    "the JVM ended while listing its threads, a known crash of JDK 25 (JDK-8364343)");
        } catch (IOException e) {
            return new Unavailable(
                    JvmObserver.NAME, ThreadDump.SUBJECT, refusal(String.valueOf(e.getMessage())));
        } catch (JacksonException e) {
            return new Unavailable(
                    JvmObserver.NAME, ThreadDump.SUBJECT, file + " is not a list of threads: " + e);
        }
    }

    /// The threads of the list that hold or await a monitor; none where it cannot be read.
    List<ListedThread> monitors() {
        var threads = new ArrayList<ListedThread>();
        try (var in = Files.newInputStream(folder.here().resolve(FILE))) {
            ThreadListJson.read(
                    in,
                    thread -> {
                        if (thread.usesMonitors() && threads.size() < MOST_THREADS) {
                            threads.add(thread);
                        }
                    });
            return threads;
        } catch (IOException | JacksonException e) {
            return List.of();
        }
    }

    /// Why there is no list: only a JVM without the command is too old.
    ///
    /// @param reply of the JVM, or the fault of the file
    static String refusal(String reply) {
        return reply.contains(UNKNOWN)
                ? "its JVM has no command that lists virtual threads; JDK 21 and later have it"
                : "no list of threads: " + reply;
    }
}
