package dev.loombench.observe.file;

import dev.loombench.observe.file.content.CollectionLog;
import dev.loombench.observe.file.content.CollectionLog.Run;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// The runs of JVMs that a log shows one after another, of which the last one counts: another one
/// begins where the times of the lines go back. Older files of one run, read before or behind the
/// newest, are parts of it.
final class LoggedRuns {
    /// A clock may be set back by less while a JVM runs.
    private static final long CLOCK_STEP_NANOS = 1_000_000_000;

    /// 20 years; times since 1970 are later.
    private static final long LONGEST_UPTIME_NANOS = 20L * 365 * 86_400 * 1_000_000_000;

    private final Deque<LoggedRun> earlier = new ArrayDeque<>();
    private LoggedRun last = new LoggedRun();

    /// The one whose lines are read.
    LoggedRun last() {
        return last;
    }

    /// Whether a line is of another run, or of an older file. A clock that shows dates may be set
    /// back while a JVM runs, which goes on with its numbers.
    ///
    /// @param number of a collection; -1 of another line
    boolean goesBack(long nanos, long number) {
        boolean dated = nanos > LONGEST_UPTIME_NANOS;
        boolean setBack = dated && last.isFollowedBy(number);
        return nanos < last.lastNanos() - CLOCK_STEP_NANOS && !setBack;
    }

    void begin() {
        earlier.addLast(last);
        if (earlier.size() > CollectionLog.MOST_RUNS) {
            earlier.removeFirst();
        }
        last = new LoggedRun();
    }

    /// The collections of the last run, with the others in figures; empty where no line of it has a
    /// time, or all have the same.
    Optional<CollectionLog> log() {
        complete(last);
        return last.log(others());
    }

    /// The other runs, each with all its parts, but for copies of the last one.
    private List<Run> others() {
        var others = new ArrayList<Run>();
        while (!earlier.isEmpty()) {
            var run = earlier.removeLast();
            complete(run);
            if (!last.repeats(run)) {
                run.summary().ifPresent(others::addFirst);
            }
        }
        return others;
    }

    /// Adds to a run what earlier lines show of it.
    private void complete(LoggedRun run) {
        for (var next = part(run); next.isPresent(); next = part(run)) {
            earlier.remove(next.get());
            run.addAll(next.get());
        }
    }

    private Optional<LoggedRun> part(LoggedRun run) {
        return earlier.stream().filter(run::includes).findFirst();
    }
}
