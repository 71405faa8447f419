package dev.loombench.observe.jvm;

/// The crash of JDKs that list virtual threads while these start and end (JDK-8364343): known of
/// JDK 25, whose row of known defects it is. Earlier ones list them in another way, of which it is
/// not known that it is safe.
public final class ListingCrash {
    private static final int FIRST = 21;
    private static final int FIXED = 26;

    private ListingCrash() {}

    /// Whether a JVM may crash.
    ///
    /// @param major version of its JDK
    public static boolean mayHappen(int major) {
        return major >= FIRST && major < FIXED;
    }
}
