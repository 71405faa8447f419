package dev.loombench.jvm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/// The stacks of the platform threads, read a few threads at a time (module `java.management`).
///
/// A print of all threads (`Thread.print`) stops the JVM for longer the more frames there are. This
/// stops it once per part, for the frames of that part, and lets it run in between; so the parts
/// are of different moments. A carrier is shown without its virtual thread.
///
/// The text is that of a print, with identity hash codes in place of addresses. The owner of a lock
/// of `java.util.concurrent` is known where a thread waits for it.
final class ThreadStacks {
    /// Threads of a part: 25 stacks of 100 frames have less than half of the frames of 200 stacks
    /// of 30, whose print took 36 ms at most.
    private static final int PART = 25;

    /// Between two parts.
    private static final long REST_NANOS = 20_000_000;

    /// Threads by which the number of frames is estimated.
    private static final int SAMPLE = 20;

    /// The reader keeps no more of a stack.
    private static final int DEPTH = 256;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    private final Map<Long, List<LockInfo>> owned = new HashMap<>();
    private final StringBuilder text = new StringBuilder();

    private ThreadStacks() {}

    /// The number of frames of all stacks, about: by those of every n-th thread.
    static long frames() {
        var bean = ManagementFactory.getThreadMXBean();
        long[] ids = bean.getAllThreadIds();
        int step = Math.max(1, ids.length / SAMPLE);
        long[] sample = new long[(ids.length + step - 1) / step];
        for (int i = 0; i < sample.length; i++) {
            sample[i] = ids[i * step];
        }
        long frames = 0;
        long threads = 0;
        for (ThreadInfo info : bean.getThreadInfo(sample, Integer.MAX_VALUE)) {
            if (info != null) { // it may have ended
                frames += info.getStackTrace().length;
                threads++;
            }
        }
        return threads == 0 ? 0 : frames * ids.length / threads;
    }

    /// The owners of the locks of `java.util.concurrent` that some threads wait for: `WAITER OWNER
    /// CLASS "NAME"`, separated by tabs, with the name of the owner; `-` for one that no thread
    /// holds. An owner may be a virtual thread, or one that has ended.
    ///
    /// @param waiters numbers of threads, separated by blanks
    static String owners(String waiters) {
        long[] ids = Arrays.stream(waiters.split(" ", -1)).mapToLong(Long::parseLong).toArray();
        var text = new StringBuilder();
        for (ThreadInfo info : ManagementFactory.getThreadMXBean().getThreadInfo(ids)) {
            if (info != null && info.getLockInfo() != null) {
                boolean owned = info.getLockOwnerId() >= 0;
                text.append(text.length() == 0 ? "" : "\t").append(info.getThreadId());
                text.append(' ').append(owned ? Long.toString(info.getLockOwnerId()) : "-");
                text.append(' ').append(info.getLockInfo().getClassName());
                text.append(" \"").append(owned ? name(info.getLockOwnerName()) : "").append('"');
            }
        }
        return text.toString();
    }

    /// In one line and without tabs.
    private static String name(String thread) {
        return thread.replaceAll("[\\t\\r\\n]", " ");
    }

    /// Writes the stacks into a file.
    static void write(String file) throws IOException {
        var stacks = new ThreadStacks();
        var infos = stacks.infos();
        infos.forEach(stacks::addOwned);
        infos.forEach(stacks::add);
        Files.write(Path.of(file), stacks.text.toString().getBytes(UTF_8));
    }

    private List<ThreadInfo> infos() {
        var infos = new ArrayList<ThreadInfo>();
        long[] ids = bean.getAllThreadIds();
        for (int from = 0; from < ids.length; from += PART) {
            if (from > 0) {
                LockSupport.parkNanos(REST_NANOS);
            }
            long[] part = Arrays.copyOfRange(ids, from, Math.min(ids.length, from + PART));
            for (ThreadInfo info : bean.getThreadInfo(part, true, false, DEPTH)) {
                if (info != null) {
                    infos.add(info);
                }
            }
        }
        return infos;
    }

    /// The lock that a thread waits for is one that another thread owns.
    private void addOwned(ThreadInfo info) {
        var lock = info.getLockInfo();
        if (lock != null
                && info.getLockOwnerId() >= 0
                && info.getThreadState() != Thread.State.BLOCKED) {
            var locks = owned.computeIfAbsent(info.getLockOwnerId(), owner -> new ArrayList<>());
            if (locks.stream().noneMatch(known -> id(known).equals(id(lock)))) {
                locks.add(lock);
            }
        }
    }

    private void add(ThreadInfo info) {
        text.append('"').append(info.getThreadName().replaceAll("\\R", " ")).append("\" #");
        text.append(info.getThreadId()).append(cpu(info.getThreadId())).append('\n');
        text.append("   java.lang.Thread.State: ").append(info.getThreadState()).append('\n');
        var frames = info.getStackTrace();
        var awaited = info.getLockInfo();
        for (int depth = 0; depth < frames.length; depth++) {
            text.append("\tat ").append(frames[depth]).append('\n');
            if (depth == 0 && awaited != null) {
                lock(action(info, frames[0]), awaited);
            }
            for (MonitorInfo monitor : info.getLockedMonitors()) {
                if (monitor.getLockedStackDepth() == depth) {
                    lock("locked ", monitor);
                }
            }
        }
        text.append("\n   Locked ownable synchronizers:\n");
        owned.getOrDefault(info.getThreadId(), List.of()).forEach(lock -> lock("", lock));
        text.append('\n');
    }

    /// ` cpu=12.34ms `; a space where it is not known, as of a thread that has ended.
    private String cpu(long thread) {
        long nanos = bean.isThreadCpuTimeSupported() ? bean.getThreadCpuTime(thread) : -1;
        long hundredths = nanos * 100 / NANOS_PER_MILLI;
        return nanos < 0
                ? " "
                : " cpu=" + hundredths / 100 + "." + hundredths / 10 % 10 + hundredths % 10 + "ms ";
    }

    private static String action(ThreadInfo info, StackTraceElement top) {
        if (info.getThreadState() == Thread.State.BLOCKED) {
            return "waiting to lock ";
        }
        return top.getClassName().equals("java.lang.Object")
                ? "waiting on "
                : "parking to wait for ";
    }

    private void lock(String action, LockInfo lock) {
        text.append("\t- ").append(action).append('<').append(id(lock)).append("> (a ");
        text.append(lock.getClassName()).append(")\n");
    }

    private static String id(LockInfo lock) {
        return "0x" + Integer.toHexString(lock.getIdentityHashCode());
    }
}
