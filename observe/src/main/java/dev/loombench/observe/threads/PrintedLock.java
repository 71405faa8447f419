package dev.loombench.observe.threads;

import java.util.regex.Pattern;

/// A lock that a thread owns or waits for.
///
/// Equal locks of one print are the same lock. A collection may move the object, which changes its
/// address.
///
/// @param id address of the object, or its class and hash; name of the class for its initialiser
/// @param type class of the object, as in `java.lang.Object` or `java.lang.Class for Shop`
public record PrintedLock(Kind kind, String id, String type) {
    private static final String CLASS = "java.lang.Class";
    private static final String OF_CLASS = CLASS + " for ";
    private static final String JDK_LOCKS = "java.util.concurrent.locks.";

    /// Synchronizers that one thread holds at a time. Others hold permits, or are conditions.
    private static final Pattern EXCLUSIVE =
            Pattern.compile(
                    "java\\.util\\.concurrent\\.locks\\.(ReentrantLock|ReentrantReadWriteLock|StampedLock)\\b.*");

    /// What a lock is.
    public enum Kind {
        /// Of `synchronized`.
        MONITOR,
        /// Of `java.util.concurrent.locks`, as a `ReentrantLock`.
        SYNCHRONIZER,
        /// One thread initialises a class, and others wait for it.
        INITIALISER
    }

    /// @param identity class and hash of the object, as in `java.lang.Object@4ed09609`
    public static PrintedLock monitor(String identity) {
        return new PrintedLock(
                Kind.MONITOR, identity, identity.substring(0, identity.lastIndexOf('@')));
    }

    /// Whether a thread that parks for an object of this class waits for a lock of
    /// `java.util.concurrent`.
    public static boolean isExclusive(String type) {
        return EXCLUSIVE.matcher(type).matches();
    }

    static PrintedLock initialiser(String className) {
        return new PrintedLock(Kind.INITIALISER, className, className);
    }

    /// Whether it may be a lock that the JVM names in a deadlock: at another address, as the object
    /// may have moved, and without the class whose monitor it is.
    public boolean mayBe(PrintedLock found) {
        return kind == found.kind
                && (type.equals(found.type)
                        || (found.type.equals(CLASS) && type.startsWith(OF_CLASS)));
    }

    /// `the monitor of a java.lang.Object`, `the monitor of Shop.class`, `a ReentrantLock`, `the
    /// initialiser of Shop`.
    public String describe() {
        return switch (kind) {
            case MONITOR ->
                    type.startsWith(OF_CLASS)
                            ? "the monitor of %s.class".formatted(type.substring(OF_CLASS.length()))
                            : "the monitor of a " + type;
            case SYNCHRONIZER -> "a " + (type.startsWith(JDK_LOCKS) ? ofJdk() : type);
            case INITIALISER -> "the initialiser of " + type;
        };
    }

    /// `ReentrantLock` of `java.util.concurrent.locks.ReentrantLock$NonfairSync`.
    private String ofJdk() {
        int inner = type.indexOf('$');
        return type.substring(JDK_LOCKS.length(), inner < 0 ? type.length() : inner);
    }
}
