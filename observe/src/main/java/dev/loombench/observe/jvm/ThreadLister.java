package dev.loombench.observe.jvm;

import dev.loombench.observe.jvm.InspectedJvm.Listed;
import dev.loombench.observe.jvm.attach.DiagnosticCommands;
import dev.loombench.observe.jvm.attach.JvmAgentConnection.ConnectionLost;
import dev.loombench.observe.jvm.attach.SharedFolder;
import dev.loombench.observe.jvm.figure.ThreadDumpFile;
import dev.loombench.observe.proc.ProcessState;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.ThreadListJson;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;

/// Lists all threads of a JVM, virtual ones too, in a file, and reads the file.
///
/// @param pid of the JVM
/// @param jdk its feature release
/// @param folder writable by the JVM
record ThreadLister(long pid, int jdk, SharedFolder folder) {
    private static final String FILE = "threads.json";

    /// More than wait for one another.
    private static final int MOST_THREADS = 10_000;

    /// A JVM that ends closes its connections before its process ends.
    private static final Duration END = Duration.ofSeconds(5);

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
                    loss(ProcessState.endsWithin(pid, END), jdk));
        } catch (IOException e) {
            return new Unavailable(
                    JvmObserver.NAME, ThreadDump.SUBJECT, refusal(String.valueOf(e.getMessage())));
        } catch (JacksonException e) {
            return new Unavailable(
                    JvmObserver.NAME, ThreadDump.SUBJECT, file + " is not a list of threads: " + e);
        }
    }

    /// The list with its threads that wait for one another, and the virtual ones that may wait;
    /// none of them where it cannot be read.
    Listed read(Observation list) {
        var owners = new HashSet<Long>();
        var locks = new ArrayList<ListedThread>();
        var waiting = new ArrayList<ListedThread>();
        try {
            forEach(thread -> thread.blocker().ifPresent(owners::add));
            forEach(thread -> {
                boolean uses = thread.usesLocks() || owners.contains(thread.number());
                if (uses && locks.size() < MOST_THREADS) {
                    locks.add(thread);
                }
                if (thread.mayWait() && waiting.size() < MOST_THREADS) {
                    waiting.add(thread);
                }
            });
            return new Listed(list, locks, waiting);
        } catch (IOException | JacksonException e) {
            return new Listed(list, List.of(), List.of());
        }
    }

    private void forEach(Consumer<ListedThread> threads) throws IOException {
        try (var in = Files.newInputStream(folder.here().resolve(FILE))) {
            ThreadListJson.read(in, threads);
        }
    }

    /// Why the list is not complete.
    ///
    /// @param ended whether the JVM has ended
    /// @param jdk its feature release
    static String loss(boolean ended, int jdk) {
        if (!ended) {
            return "its JVM runs on, and did not complete the list of threads: it closed the"
                    + " connection, or has no room for the file";
        }
        return "its JVM ended while it listed its threads"
                + (ListingCrash.mayHappen(jdk)
                        ? ", as JDK 21 to 25 may (JDK-8364343); a crash log (hs_err_pid*.log)"
                                + " shows whether it crashed"
                        : "");
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
