package dev.loombench.diagnose;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileContent.ThreadsListed;
import dev.loombench.observe.file.content.ThreadPrints;
import dev.loombench.observe.file.content.ThreadPrints.TimedPrint;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// The moments of some files at which threads are judged: the last ones, in order of time. A file
/// that is given twice shows none more, and neither does a copy whose moments have a time. Those
/// without one may be equal because the service stands still.
final class JudgedMoments {
    /// The thread of a JVM whose `main` method has returned.
    private static final String STARTED = "DestroyJavaVM";

    private JudgedMoments() {}

    /// The prints, without those of a JVM that starts, as a recording has one: no thread runs code
    /// outside the JDK in them or has started the service, and in others some do. Where enough are
    /// whole, as all but the first and the last of a log that is cut off, the others are left out:
    /// what they lack would be missing in all.
    static List<TimedPrint> prints(List<FileContent> files) {
        var all = once(files).flatMap(f -> f.prints().last().stream()).toList();
        var running = all.stream().filter(JudgedMoments::runsCode).toList();
        var judged = running.isEmpty() ? all : running;
        var whole = judged.stream().filter(p -> p.print().isWhole()).toList();
        return last(
                whole.size() >= ThreadHistory.FEWEST_MOMENTS ? whole : judged, TimedPrint::nanos);
    }

    private static boolean runsCode(TimedPrint print) {
        return print.print().threads().stream()
                .anyMatch(thread ->
                        thread.name().equals(STARTED)
                                || thread.stack().frames().stream()
                                        .anyMatch(frame -> !StackFrames.isOfJdk(frame)));
    }

    /// The lists of all threads.
    static List<ThreadsListed> lists(List<FileContent> files) {
        return last(once(files).flatMap(f -> f.lists().stream()).toList(), ThreadsListed::nanos);
    }

    private static Stream<FileContent> once(List<FileContent> files) {
        var names = new HashSet<String>();
        return files.stream().filter(file -> names.add(file.name()));
    }

    private static <T> List<T> last(List<T> moments, ToLongFunction<T> nanos) {
        var timed = new HashSet<T>();
        var all =
                moments.stream()
                        .filter(moment -> nanos.applyAsLong(moment) <= 0 || timed.add(moment))
                        .sorted(Comparator.comparingLong(nanos))
                        .toList();
        return all.subList(Math.max(0, all.size() - ThreadPrints.MOST), all.size());
    }
}
