package dev.loombench.diagnose.rule.carrier;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Why a virtual thread on a blocked carrier does not release it, by its stack.
///
/// Only for carriers that neither ran nor were ready to run: a stack of the same form may also be
/// that of a thread that computes. The frames of a foreign function are hidden, so that a thread in
/// one has the frame of its caller on top.
public enum HoldCause {
    /// It runs or waits for a class initialiser: a native frame of the JVM is below.
    CLASS_INITIALISER(
            "in a class initialiser",
            "initialise such classes at the start of the service; JDK 26 releases the carrier of most"
                    + " threads that wait for another's initialiser"),
    /// It reads or writes a file, pipe or device, for which the JDK has no poller.
    FILE_IO("in file I/O", "read and write such files on platform threads, or set more carriers"),
    /// It asks the system for the address of a host, or for its name.
    NAME_LOOKUP(
            "in lookups of host names",
            "find why the name server is slow (resolv.conf: options timeout and attempts), keep its"
                    + " replies for longer (networkaddress.cache.ttl), or set more carriers"),
    /// It is in a native method or a foreign function.
    NATIVE_CODE("in native code", "run such calls on platform threads, or set more carriers"),
    /// It is parked or waits at a monitor, and cannot unmount.
    PINNED(
            "by waits while pinned",
            "replace synchronized around the wait by ReentrantLock, or update to JDK 24 or later");

    /// The first JDK in which only a native frame or a class initialiser pins.
    public static final int SYNCHRONIZED_RELEASES = 24;

    private static final Pattern FILES =
            Pattern.compile(
                    "(java\\.io\\.(File(Input|Output)Stream|RandomAccessFile)\\."
                            + "|sun\\.nio\\.ch\\.(Unix|Windows)?FileDispatcherImpl\\."
                            + "|sun\\.nio\\.fs\\.\\w*NativeDispatcher\\."
                            + "|java\\.io\\.(Unix|Win\\w*)FileSystem\\.).*");

    private static final Pattern NAMES =
            Pattern.compile(
                    "java\\.net\\.Inet\\w*AddressImpl\\.(lookupAllHostAddr|getHostByAddr)\\(.*");

    /// The call of the system is one of the topmost frames.
    private static final int TOP = 4;

    private static final Pattern PARK =
            Pattern.compile(
                    "(jdk\\.internal\\.misc\\.Unsafe\\.park|java\\.lang\\.Object\\.wait0?"
                            + "|java\\.lang\\.VirtualThread\\.(park\\w*|yieldContinuation)"
                            + "|jdk\\.internal\\.vm\\.Continuation\\.).*");

    private final String where;
    private final String remedy;

    HoldCause(String where, String remedy) {
        this.where = where;
        this.remedy = remedy;
    }

    /// In words that follow "blocked".
    public String where() {
        return where;
    }

    /// @param releases whether the JDK releases the carrier of a thread that waits within
    ///   `synchronized`
    public String remedy(boolean releases) {
        return this == PINNED && releases ? NATIVE_CODE.remedy : remedy;
    }

    /// Of a wait that the JVM recorded as pinned, or that its list of threads shows as one.
    public static HoldCause ofPinned(List<String> frames) {
        return isInitialiser(frames) ? CLASS_INITIALISER : PINNED;
    }

    private static boolean isIn(Pattern call, List<String> frames) {
        return frames.stream().limit(TOP).anyMatch(f -> call.matcher(f).matches());
    }

    private static boolean isInitialiser(List<String> frames) {
        return frames.stream().anyMatch(f -> f.contains(".<clinit>("));
    }

    /// @param frames from the top
    /// @return empty without a stack
    public static Optional<HoldCause> of(List<String> frames) {
        if (frames.isEmpty()) {
            return Optional.empty();
        }
        if (isInitialiser(frames)) {
            return Optional.of(CLASS_INITIALISER);
        }
        if (isIn(FILES, frames)) {
            return Optional.of(FILE_IO);
        }
        if (isIn(NAMES, frames)) {
            return Optional.of(NAME_LOOKUP);
        }
        return Optional.of(PARK.matcher(frames.getFirst()).matches() ? PINNED : NATIVE_CODE);
    }
}
