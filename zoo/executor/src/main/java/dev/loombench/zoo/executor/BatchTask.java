package dev.loombench.zoo.executor;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkItem;
import java.util.Optional;

/// What each task does, done by the thread that calls.
interface BatchTask {
    void run() throws InterruptedException;

    /// Named as the servers' paths are: `/sleep?ms=`, `/burn?us=`, `/fib?n=`, `/lock?ms=&kind=`;
    /// and `/native?ms=` and `/cache?kb=`, which no server has.
    ///
    /// @throws WrongOption when there is no such work
    static BatchTask of(String work) {
        int mark = work.indexOf('?');
        var path = mark < 0 ? work : work.substring(0, mark);
        var query = mark < 0 ? "" : work.substring(mark + 1);
        return switch (path) {
            case "/native" -> new NativeSleep(number(work, query, "ms", 600_000));
            case "/cache" -> new ThreadLocalBufferTask(number(work, query, "kb", 65_536));
            default -> ofTheServers(work, WorkItem.of(path, query));
        };
    }

    private static BatchTask ofTheServers(String work, WorkItem task) {
        if (task instanceof WorkItem.Refused refused) {
            throw new UsageException("--work %s: %s".formatted(work, refused.why()));
        }
        if (task instanceof WorkItem.Downstream || task instanceof WorkItem.ReadStats) {
            throw new UsageException("--work %s is a server's alone".formatted(work));
        }
        var doing = new Work(new Options("none", 0, 1, Optional.empty()));
        return () -> {
            var answer = doing.perform(task);
            if (answer.status() != 200) {
                throw new IllegalStateException(work + " failed: " + answer);
            }
        };
    }

    private static int number(String work, String query, String name, int most) {
        if (query.matches(name + "=\\d{1,6}")) {
            int value = Integer.parseInt(query.substring(name.length() + 1));
            if (value <= most) {
                return value;
            }
        }
        throw new UsageException(
                "--work %s: %s is a whole number from 0 to %d, as in ?%s=50"
                        .formatted(work, name, most, name));
    }
}
