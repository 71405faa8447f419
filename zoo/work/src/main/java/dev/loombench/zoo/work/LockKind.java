package dev.loombench.zoo.work;

import java.util.Locale;

/// The lock that a request holds while it sleeps. Before JDK 24 a monitor pins a virtual thread to
/// its carrier (JEP 491); a `ReentrantLock` never does.
public enum LockKind {
    SYNCHRONIZED,
    REENTRANT;

    /// As written in a query.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
