package dev.loombench.governor.admission;

/// The priority of a request when the limit is nearly reached.
///
/// Each priority has a reserved share of the limit, so that none starves. Beyond it, lower
/// priorities are rejected earlier.
public enum Priority {
    /// Deferrable work, such as reports and prefetching. Beyond its reserved share, up to half of
    /// the limit.
    BACKGROUND(0.5, 0),
    /// Up to nine tenths of the limit.
    NORMAL(0.9, 1),
    /// Work that should be rejected last, such as payments and health checks. Up to the whole
    /// limit.
    CRITICAL(1, 2);

    private static final double RESERVED_SHARE = 0.1;
    private static final int BITS = 21;
    private static final long MASK = (1L << BITS) - 1;

    private final double ceiling;
    private final int shift;

    Priority(double ceiling, int index) {
        this.ceiling = ceiling;
        this.shift = BITS * index;
    }

    /// The slots reserved for each priority: a tenth of the limit, 1 or more.
    static int reserved(int limit) {
        return Math.max(1, (int) (limit * RESERVED_SHARE));
    }

    /// The number of requests in flight, of all priorities, below which this priority is admitted.
    int ceiling(int limit) {
        return Math.max(1, (int) Math.ceil(limit * ceiling));
    }

    /// One request of this priority in a value that holds the counts of all, 21 bits each.
    long one() {
        return 1L << shift;
    }

    /// The number of requests of this priority.
    int count(long counts) {
        return (int) ((counts >>> shift) & MASK);
    }

    /// The number of requests of all priorities.
    static int total(long counts) {
        return BACKGROUND.count(counts) + NORMAL.count(counts) + CRITICAL.count(counts);
    }
}
