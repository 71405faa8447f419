package dev.loombench.zoo.work;

import java.util.Locale;

/// What a request holds while it sleeps: before JDK 24 a monitor pins a virtual thread to its
/// carrier (JEP 491), a `ReentrantLock` never does.
public enum LockKind {
    SYNCHRONIZED,
    REENTRANT;

    /// As written in a query.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
