package dev.loombench.observe.file;

import dev.loombench.observe.file.content.FileContent.ThreadsListed;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.content.ThreadPrints;
import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.ThreadCounts;
import dev.loombench.observe.threads.ThreadListHeader;
import dev.loombench.observe.threads.ThreadListJson;
import dev.loombench.observe.threads.ThreadListText;
import java.io.IOException;
import java.io.Reader;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Reader of the lists of all threads in a text: as lines, and as JSON.
final class ListReader {
    static final String OBSERVER = "list";

    /// A million threads are counted by their stacks; so many are kept with their locks.
    private static final int MOST_THREADS = 20_000;

    private final Deque<ThreadsListed> lists = new ArrayDeque<>();
    private final ThreadListText text = new ThreadListText(this::begin, this::add);
    private ThreadCounts counts = new ThreadCounts();
    private List<ListedThread> threads = new ArrayList<>();
    private ThreadListHeader header = ThreadListHeader.NONE;
    private JvmFacts jvm = JvmFacts.NONE;
    private boolean known;
    private boolean platformOnly;
    private boolean cut;
    private int count;

    private void begin(ThreadListHeader next) {
        endList();
        header = next;
        known = next.version().isPresent();
    }

    private void add(ListedThread thread) {
        counts.add(thread);
        count++;
        platformOnly &= !thread.virtual();
        known |= !thread.stack().frames().isEmpty();
        if (threads.size() < MOST_THREADS) {
            threads.add(thread);
        }
    }

    /// Those of the present list.
    int threads() {
        return count;
    }

    /// A list as JSON. That of a JVM has its version, or virtual threads; others are of the
    /// `ThreadInfo` of platform threads.
    ///
    /// @throws tools.jackson.core.JacksonException when it is none, or ends too early
    void json(Reader object) throws IOException {
        text.end();
        begin(ThreadListHeader.NONE);
        platformOnly = true;
        header = ThreadListJson.read(object, this::add);
        known |= header.version().isPresent();
        platformOnly &= header.version().isEmpty();
        endList();
    }

    /// A line of a list as text.
    void line(String line) {
        text.line(line);
    }

    /// Keeps the threads that were read, where they are those of a JVM.
    private void endList() {
        if (count > 0 && known) {
            long nanos = header.time().map(ListReader::nanos).orElse(0L);
            lists.addLast(
                    new ThreadsListed(
                            nanos, threads, counts.dump(OBSERVER, nanos), platformOnly, cut));
            jvm = jvm.or(jvm(header));
        }
        if (lists.size() > ThreadPrints.MOST) {
            lists.removeFirst();
        }
        counts = new ThreadCounts();
        threads = new ArrayList<>();
        header = ThreadListHeader.NONE;
        platformOnly = false;
        cut = false;
        count = 0;
    }

    List<ThreadsListed> end() {
        cut = text.isCut();
        text.end();
        endList();
        return List.copyOf(lists);
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }

    private static JvmFacts jvm(ThreadListHeader header) {
        var found = new FoundFacts();
        found.pid = header.pid();
        found.version = header.version().flatMap(JvmFacts::version);
        return found.facts();
    }

    /// That of the lists.
    JvmFacts jvm() {
        return jvm;
    }
}
