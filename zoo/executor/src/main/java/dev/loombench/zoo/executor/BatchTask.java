package dev.loombench.zoo.executor;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkItem;
import java.util.Optional;

/// The work of each task, done by the calling thread.
interface BatchTask {
    void run() throws InterruptedException;

    /// Parses a path of the servers (`/sleep?ms=`, `/burn?us=`, `/fib?n=`, `/lock?ms=&kind=`), or
    /// `/native?ms=` or `/cache?kb=` of this program.
    ///
    /// @throws UsageException if there is no such work
    static BatchTask of(String work) {
        int mark = work.indexOf('?');
        var path = mark < 0 ? work : work.substring(0, mark);
        var query = mark < 0 ? "" : work.substring(mark + 1);
        return switch (path) {
            case "/native" -> new NativeSleep(number(work, query, "ms", 600_000));
            case "/cache" -> new ThreadLocalBufferTask(number(work, query, "kb", 65_536));
            default -> serverWork(work, WorkItem.of(path, query));
        };
    }

    private static BatchTask serverWork(String work, WorkItem item) {
        if (item instanceof WorkItem.Invalid invalid) {
            throw new UsageException("--work %s: %s".formatted(work, invalid.why()));
        }
        if (item instanceof WorkItem.Downstream || item instanceof WorkItem.ReadStats) {
            throw new UsageException("--work %s needs a server".formatted(work));
        }
        var worker = new Work(new Options("none", 0, 1, Optional.empty()));
        return () -> {
            var response = worker.perform(item);
            if (response.status() != 200) {
                throw new IllegalStateException(work + " failed: " + response);
            }
        };
    }

    private static int number(String work, String query, String name, int max) {
        if (query.matches(name + "=\\d{1,6}")) {
            int value = Integer.parseInt(query.substring(name.length() + 1));
            if (value <= max) {
                return value;
            }
        }
        throw new UsageException(
                "--work %s: %s must be a whole number from 0 to %d, as in ?%s=50"
                        .formatted(work, name, max, name));
    }
}
