package dev.loombench.observe.proc.thread;

import dev.loombench.observe.proc.ProcessStatus;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/// The ids here of the threads of a process, by those that it knows itself: in a container they are
/// others, as its thread print shows them.
///
/// Source: proc_pid_status(5), `NSpid`.
///
/// Cost in a container: a small file per thread and update.
///
/// Not thread-safe.
public final class ThreadIds {
    private final Path process;
    private final boolean same;
    private Map<Long, Long> here = Map.of();

    public ThreadIds(long pid) {
        this(Path.of("/proc", Long.toString(pid)));
    }

    /// @param process its folder in `/proc`
    ThreadIds(Path process) {
        this.process = process;
        same = ProcessStatus.of(process).filter(ProcessStatus::hasOwnIds).isEmpty();
    }

    /// Reads the ids of the threads that are alive now.
    public void update() {
        if (same) {
            return;
        }
        var ids = new HashMap<Long, Long>();
        var buffer = new byte[ProcessStatus.MAX_BYTES];
        try (var threads = Files.newDirectoryStream(process.resolve("task"))) {
            for (var thread : threads) {
                ProcessStatus.read(thread.resolve("status").toString(), buffer)
                        .map(ProcessStatus::innerPid)
                        .ifPresent(own -> add(thread, own, ids));
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The process has ended; so have its threads.
        }
        here = ids;
    }

    private static void add(Path thread, OptionalLong own, Map<Long, Long> ids) {
        own.ifPresent(id -> ids.put(id, Long.parseLong(thread.getFileName().toString())));
    }

    /// The id here of a thread at the last update.
    ///
    /// @param own as its process knows it
    /// @return empty for a thread that was not there
    public OptionalLong here(long own) {
        if (same) {
            return OptionalLong.of(own);
        }
        var id = here.get(own);
        return id == null ? OptionalLong.empty() : OptionalLong.of(id);
    }
}
