package dev.loombench.diagnose.rule.pool;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import java.util.List;
import java.util.Optional;

/// The thread that takes from the queue of an asynchronous log and writes what it takes: what keeps
/// it, as a pipe that nobody reads, keeps all that log.
///
/// @param put the beginning of a frame of the threads that wait for room
/// @param run the beginning of a frame of the one that takes
record LogWriters(String put, String run) {
    private static final List<LogWriters> ALL =
            List.of(
                    new LogWriters(
                            "ch.qos.logback.core.AsyncAppenderBase.",
                            "ch.qos.logback.core.AsyncAppenderBase$Worker.run("),
                    new LogWriters(
                            "org.apache.logging.log4j.core.appender.AsyncAppender.",
                            "org.apache.logging.log4j.core.appender.AsyncAppenderEventDispatcher."),
                    new LogWriters(
                            "org.apache.logging.log4j.core.async.AsyncLogger",
                            "com.lmax.disruptor.BatchEventProcessor."));

    static final String REMEDY =
            "find what keeps the thread that takes from it: a full disk, a pipe that nobody reads, or a"
                    + " receiver of logs that does not reply";

    /// Empty where there is none, or several, and where it waits for something to write.
    ///
    /// @param producer frames of a thread that waits for room
    static Optional<LiveThread> of(List<String> producer, ThreadHistory history) {
        return ALL.stream()
                .filter(log -> isIn(log.put, producer))
                .findFirst()
                .map(log ->
                        history.last().threads().stream()
                                .filter(thread -> isIn(log.run, thread.frames()))
                                .toList())
                .filter(threads -> threads.size() == 1)
                .map(List::getFirst)
                .filter(thread -> thread.isBusy() && !thread.isFree());
    }

    /// Whether a thread logs through one of them.
    static boolean areOn(List<String> frames) {
        return ALL.stream().anyMatch(log -> isIn(log.put, frames));
    }

    private static boolean isIn(String call, List<String> frames) {
        return frames.stream().anyMatch(frame -> frame.startsWith(call));
    }

    /// In words.
    ///
    /// @param seconds of the observation
    static String describe(LiveThread writer, ThreadHistory history, long seconds) {
        return "thread %s takes from it, and is in %s%s"
                .formatted(
                        writer.label(),
                        StackFrames.call(StackFrames.withoutWaiting(writer.frames()).getFirst()),
                        history.standsStill(writer)
                                ? ": it did not run in %d s".formatted(seconds)
                                : "");
    }
}
