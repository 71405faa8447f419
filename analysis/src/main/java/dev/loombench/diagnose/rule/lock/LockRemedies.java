package dev.loombench.diagnose.rule.lock;

import dev.loombench.diagnose.rule.carrier.HoldCause;
import dev.loombench.observe.result.JvmIdentity;
import dev.loombench.observe.threads.PrintedLock;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What to do about a lock for which threads queue, by its class and by the calls in which they
/// wait. A lock of the JDK or of a library is none that the application can hold for a shorter
/// time.
final class LockRemedies {
    /// A call is in one of these topmost frames.
    private static final int TOP = 10;

    private static final String SHORTER =
            "hold this lock for a shorter time, without I/O, waits and logging within it, or replace it by"
                    + " a lock per key or a concurrent collection";

    private static final String INITIALISE =
            "initialise this class at the start of the service, and do not wait in its initialiser";

    private static final List<Known> KNOWN =
            List.of(
                    new Known(
                            "java\\.util\\.concurrent\\.ConcurrentHashMap\\$.*",
                            ".*",
                            "do not compute a value within the map (computeIfAbsent, compute, merge; a loader"
                                    + " of Caffeine): other keys wait too. Look the key up first, or keep a"
                                    + " future of the value in the map (AsyncCache of Caffeine)"),
                    new Known(
                            ".*",
                            "sun\\.security\\.provider\\.(NativePRNG|SecureRandom|DRBG|AbstractDrbg).*",
                            "use a generator of random numbers per thread (SecureRandom.getInstance(\"DRBG\")),"
                                    + " as all of NativePRNG share one lock; where the owner waits for"
                                    + " /dev/random, set -Djava.security.egd=file:/dev/./urandom"),
                    new Known(
                            ".*",
                            "java\\.net\\.InetAddress.*",
                            "find why the names of hosts are resolved slowly (resolv.conf: its servers, timeout"
                                    + " and attempts), and keep responses for longer: networkaddress.cache.ttl"),
                    new Known(
                            ".*",
                            "(java\\.lang\\.ClassLoader|jdk\\.internal\\.loader\\.BuiltinClassLoader"
                                    + "|org\\.apache\\.catalina\\.loader\\.WebappClassLoaderBase)\\.loadClass.*",
                            "keep what is looked up by the name of a class, as a factory or a ServiceLoader: a"
                                    + " class that does not exist is searched for at each call"),
                    new Known(
                            ".*",
                            "io\\.micrometer\\.core\\.instrument\\.MeterRegistry\\..*",
                            "give no meter a tag of many values, as an id or a path: each value makes a meter"
                                    + " within this lock. Keep meters that are used often in fields"),
                    new Known( // JDK-8293562
                            ".*",
                            "sun\\.net\\.www\\.http\\.KeepAliveCache\\..*",
                            "use java.net.http.HttpClient, or update the JDK: before 17.0.7 and 20 it closes"
                                    + " idle connections of HttpURLConnection within this lock"),
                    new Known(
                            ".*",
                            "(ch\\.qos\\.logback\\.core\\.\\w*Appender\\w*|org\\.apache\\.log4j\\.Category"
                                    + "|org\\.apache\\.logging\\.log4j\\.core\\.appender\\.[\\w.]+"
                                    + "|java\\.util\\.logging\\.\\w*Handler|java\\.io\\.PrintStream)[.$].*",
                            "write less to this log or output, or through an asynchronous appender that discards"
                                    + " (neverBlock of Logback); where the owner does not go on, find what"
                                    + " keeps the output: a full disk, or a pipe that nobody reads"));

    /// Of a thread that holds a monitor meanwhile, where no owner is known.
    static final String UNKNOWN =
            "find its owner (jcmd PID Thread.print -l prints it with a walk of the heap); where no printed"
                    + " thread is, a virtual one may hold it and wait for what this thread holds: take these"
                    + " locks in the same order everywhere";

    /// Of an owner that waits for the hooks of the JVM.
    static final String EXIT =
            "do not call System.exit while a lock is held: a hook that needs the lock waits for ever,"
                    + " and so the JVM does not end (kill -9 ends it); call it in a thread of its own";

    /// Where the owner is not known, and the JVM is shutting down.
    static final String MAYBE_EXIT =
            "the JVM is shutting down, and the thread that ends it may hold this lock: " + EXIT;

    private static final String ENDED =
            "unlock it in finally: this thread ended without, and only a restart releases the lock";

    private static final String VIRTUAL =
            "find what this thread does: it waits for what these threads hold (take the locks in the same"
                    + " order everywhere), is in a call that does not return, or has ended without unlocking"
                    + " (unlock in finally)";

    private LockRemedies() {}

    /// @param type of the lock
    /// @param call in which threads wait
    private record Known(Pattern type, Pattern call, String remedy) {
        Known(String type, String call, String remedy) {
            this(Pattern.compile(type), Pattern.compile(call), remedy);
        }

        boolean isOf(PrintedLock lock, List<String> frames) {
            return type.matcher(lock.type()).matches()
                    && frames.stream().limit(TOP).anyMatch(f -> call.matcher(f).matches());
        }
    }

    /// @param frames of a thread that waits, from the top
    static String of(PrintedLock lock, List<String> frames) {
        return switch (lock.kind()) {
            case INITIALISER -> INITIALISE;
            case MONITOR, SYNCHRONIZER -> known(lock, frames).orElse(SHORTER);
        };
    }

    /// The same of a lock of the JDK or of a library; empty of another one.
    static Optional<String> known(PrintedLock lock, List<String> frames) {
        return KNOWN.stream()
                .filter(known -> known.isOf(lock, frames))
                .findFirst()
                .map(Known::remedy);
    }

    /// What to do about a lock whose owner is not printed.
    ///
    /// @param ended whether it is no virtual thread
    static String unprinted(boolean ended) {
        return ended ? ENDED : VIRTUAL;
    }

    /// What to do about a lock that is not passed on, and whose holder is not known.
    static String unpassed(PrintedLock lock, JvmIdentity jvm) {
        return switch (lock.kind()) {
            case INITIALISER ->
                    "restart the service, and initialise this class before the threads start: a thread"
                            + " that initialises a subclass may wait for the class meanwhile";
            case SYNCHRONIZER ->
                    LockBound.isWithoutOwner(lock)
                            ? "look for a holder that did not unlock it (unlock in finally), and for a"
                                    + " thread that waits for itself: a reader that asks for the write"
                                    + " lock, or takes a StampedLock twice"
                            : "look for a thread that ended without unlocking it (unlock in finally), and"
                                    + " for a virtual thread that holds it without a carrier; a known"
                                    + " defect of the JDK may also have lost the wake-up";
            case MONITOR ->
                    jvm.isBefore(HoldCause.SYNCHRONIZED_RELEASES)
                            ? "look for a virtual thread that holds the monitor, whose stack this JDK does"
                                    + " not print: do not wait within synchronized there"
                            : "look for a virtual thread that holds the monitor without a carrier: it waits"
                                    + " for what these threads hold (take the locks in the same order"
                                    + " everywhere), or for a carrier"
                                    + " (jdk.virtualThreadScheduler.parallelism); a known defect of the JDK"
                                    + " may also have lost the wake-up";
        };
    }
}
