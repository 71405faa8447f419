package dev.loombench.observe.jvm;

import dev.loombench.observe.jvm.AgentConnection.ConnectionLost;
import dev.loombench.result.Observation;
import dev.loombench.result.Observation.ThreadDump;
import dev.loombench.result.Observation.Unavailable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;

/// Lists all threads of a JVM, virtual ones too, in a file in the trial's folder, and reads the
/// file. The file stays there.
///
/// @param trialDirectory writable by the JVM
record ThreadLister(Path trialDirectory) {
    /// The command's last words.
    private static final String CREATED = "Created ";

    /// A JVM's reply to a command that it does not have.
    private static final String UNKNOWN = "Unknown diagnostic command";

    /// @return the threads, or the reason why they are missing
    Observation list(DiagnosticCommands commands) {
        var file = trialDirectory.toAbsolutePath().resolve("threads.json");
        try {
            Files.deleteIfExists(file); // the JVM does not overwrite a file
            long now = System.nanoTime();
            var reply = commands.execute("Thread.dump_to_file", "-format=json", file.toString());
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

    /// Why there is no list: only a JVM without the command is too old.
    ///
    /// @param reply of the JVM, or the fault of the file
    static String refusal(String reply) {
        return reply.contains(UNKNOWN)
                ? "its JVM has no command that lists virtual threads; JDK 21 and later have it"
                : "no list of threads: " + reply;
    }
}
