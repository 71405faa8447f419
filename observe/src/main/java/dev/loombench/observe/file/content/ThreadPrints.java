package dev.loombench.observe.file.content;

import dev.loombench.observe.threads.ThreadPrint;
import java.util.List;
import java.util.OptionalLong;

/// The prints of the threads in a file.
///
/// @param last ones, [#MOST] at most, in the order of the file
/// @param earlier number of those before
public record ThreadPrints(List<TimedPrint> last, int earlier) {
    /// As many moments as an inspection has at most.
    public static final int MOST = 12;

    public static final ThreadPrints NONE = new ThreadPrints(List.of(), 0);

    public ThreadPrints {
        last = List.copyOf(last);
    }

    /// All of them.
    public int count() {
        return earlier + last.size();
    }

    /// A print of the threads.
    ///
    /// @param nanos since any fixed moment; the same fixed moment for all prints of a process, as
    ///   far as the file shows the time
    /// @param pid of the process, as it sees itself; empty where it is not written
    /// @param startSeconds when the JVM started, by its clock without a zone, s since 1970; empty
    ///   where it is not shown
    public record TimedPrint(
            long nanos, ThreadPrint print, OptionalLong pid, OptionalLong startSeconds) {}
}
