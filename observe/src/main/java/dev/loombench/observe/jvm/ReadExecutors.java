package dev.loombench.observe.jvm;

import dev.loombench.observe.jvm.figure.PublishedPools.PublishedPool;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.ThreadNumber;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The executors of a JVM by their worker threads, in the text of the agent in it (`ExecutorWalk`).
/// They need no management bean.
final class ReadExecutors {
    /// What an executor is called that no bean names by its library.
    static final String LIBRARY = "executor";

    private static final Pattern EXECUTOR =
            Pattern.compile("(\\d{1,18}) (\\d{1,18}) (\\d{1,18}) (-1|\\d{1,18}) (.*)");

    /// A thread's name ends in its number.
    private static final Pattern NUMBERED = Pattern.compile("(.+?)" + ThreadNumber.REGEX);

    private ReadExecutors() {}

    /// @param nanos on the monotonic clock
    /// @throws IOException when the text is of another form
    static List<PublishedPool> parse(String text, long nanos) throws IOException {
        var all = new ArrayList<PublishedPool>();
        var names = new HashMap<String, Integer>();
        for (var entry : text.isEmpty() ? List.<String>of() : List.of(text.split("\t", -1))) {
            var fields = EXECUTOR.matcher(entry);
            if (!fields.matches()) {
                throw new IOException("not an executor: " + entry);
            }
            long completed = Long.parseLong(fields.group(4));
            var name = name(fields.group(5));
            int same = names.merge(name, 1, Integer::sum);
            all.add(
                    new PublishedPool(
                            new Pool(
                                    JvmObserver.NAME,
                                    nanos,
                                    LIBRARY,
                                    same == 1 ? name : name + " (" + same + ")",
                                    Long.parseLong(fields.group(1)),
                                    OptionalLong.of(Long.parseLong(fields.group(2))),
                                    OptionalLong.of(Long.parseLong(fields.group(3)))),
                            completed < 0 ? OptionalLong.empty() : OptionalLong.of(completed)));
        }
        return all;
    }

    private static String name(String thread) {
        var numbered = NUMBERED.matcher(thread);
        return numbered.matches() ? numbered.group(1) : thread;
    }
}
