package dev.loombench.governor.admission;

/// Who is let in when room is short.
///
/// Each class may use its own share of the limit whatever the others do, so that none starves;
/// beyond that, the lesser a class the sooner it is turned away.
public enum Priority {
    /// What may wait: reports, prefetching. Beyond its own share, up to half of the limit.
    BACKGROUND(0.5, 0),
    NORMAL(0.9, 1),
    /// What must not fail first: payments, health checks. Up to the whole limit.
    CRITICAL(1, 2);

    private static final double OWN_SHARE = 0.1;
    private static final int BITS = 21;
    private static final long MASK = (1L << BITS) - 1;

    private final double ceiling;
    private final int shift;

    Priority(double reach, int place) {
        this.ceiling = reach;
        this.shift = BITS * place;
    }

    /// A tenth of the limit, and 1 at least: always its own.
    static int reserved(int limit) {
        return Math.max(1, (int) (limit * OWN_SHARE));
    }

    /// Requests in flight, of all classes, below which one of this class is let in.
    int ceiling(int limit) {
        return Math.max(1, (int) Math.ceil(limit * ceiling));
    }

    /// One request of this class, in a number that holds the counts of all, 21 bits each.
    long one() {
        return 1L << shift;
    }

    /// Requests of this class.
    int count(long counts) {
        return (int) ((counts >>> shift) & MASK);
    }

    /// Requests of all classes.
    static int total(long counts) {
        return BACKGROUND.count(counts) + NORMAL.count(counts) + CRITICAL.count(counts);
    }
}
