package dev.loombench.load;

import java.util.Arrays;

/// A timer per connection, on a hashed timing wheel of primitive arrays; never allocates.
///
/// A connection is linked under the tick after its deadline. Postponing or cancelling a deadline
/// leaves the connection there: when that tick passes, it is linked again or dropped. So the
/// timeout of a request costs one store.
///
/// Source: Varghese and Lauck, *Hashed and Hierarchical Timing Wheels* (1987), scheme 6.
final class TimerWheel {
    /// A tick is 2^20 ns, about 1 ms: a deadline expires up to that much late, never early.
    static final int TICK_SHIFT = 20;

    private static final int SLOTS = 1024;
    private static final int MASK = SLOTS - 1;
    private static final int NONE = -1;

    private final long origin;
    private final long[] deadline;
    private final boolean[] armed;

    /// The tick under which a connection is linked, or NONE.
    private final long[] linkedTick;

    private final int[] next;
    private final int[] previous;
    private final int[] first = new int[SLOTS];
    private final long[] occupied = new long[SLOTS / Long.SIZE];

    /// The first tick that has not passed.
    private long tick;

    /// Called for every expired deadline.
    interface Expiry {
        void expired(int id, long now);
    }

    /// @param now on the clock of the deadlines, ns
    TimerWheel(int connections, long now) {
        origin = now;
        deadline = new long[connections];
        armed = new boolean[connections];
        linkedTick = new long[connections];
        next = new int[connections];
        previous = new int[connections];
        Arrays.fill(linkedTick, NONE);
        Arrays.fill(first, NONE);
    }

    /// Sets the connection's deadline and replaces any earlier one.
    void arm(int id, long when) {
        deadline[id] = when;
        armed[id] = true;
        long linkAt = tickFor(when);
        if (linkedTick[id] == NONE) {
            link(id, linkAt);
        } else if (linkAt < linkedTick[id]) {
            unlink(id);
            link(id, linkAt);
        }
    }

    void cancel(int id) {
        armed[id] = false;
    }

    /// Whether a deadline is set that has not expired.
    boolean isArmed(int id) {
        return armed[id];
    }

    /// The deadline last set, ns.
    long deadline(int id) {
        return deadline[id];
    }

    /// Expires every deadline at least a tick before `now`.
    void advance(long now, Expiry expiry) {
        long last = (now - origin) >> TICK_SHIFT;
        long from = Math.max(tick, last - MASK);
        for (long t = from; t <= last; t++) {
            tick = t + 1;
            int slot = (int) (t & MASK);
            while (first[slot] != NONE) {
                pop(first[slot], now, expiry);
            }
        }
        tick = Math.max(tick, last + 1);
    }

    /// Whether every deadline before `when` has expired.
    boolean expiredBefore(long when) {
        return tickFor(when) < tick;
    }

    /// Nanoseconds until `advance` has work; Long.MAX_VALUE for never.
    long nanosUntilNext(long now) {
        for (int i = 0; i <= occupied.length; i++) {
            int word = (int) (((tick & MASK) / Long.SIZE + i) % occupied.length);
            long bits = occupied[word];
            if (i == 0) {
                bits &= -1L << (tick % Long.SIZE);
            }
            if (bits != 0) {
                int slot = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
                long due = tick + ((slot - tick) & MASK);
                return Math.max(0, origin + (due << TICK_SHIFT) - now);
            }
        }
        return Long.MAX_VALUE;
    }

    private void pop(int id, long now, Expiry expiry) {
        unlink(id);
        if (!armed[id]) {
            return;
        }
        if (deadline[id] - now > 0) {
            link(id, tickFor(deadline[id]));
        } else {
            armed[id] = false;
            expiry.expired(id, now);
        }
    }

    /// The first tick at or after a deadline.
    private long tickFor(long when) {
        return Math.max(0, ((when - origin - 1) >> TICK_SHIFT) + 1);
    }

    /// Links at most one rotation minus a slot ahead, so that a slot is never refilled while it is
    /// emptied.
    private void link(int id, long linkAt) {
        long at = Math.clamp(linkAt, tick, tick + MASK - 1);
        int slot = (int) (at & MASK);
        linkedTick[id] = at;
        previous[id] = NONE;
        next[id] = first[slot];
        if (first[slot] != NONE) {
            previous[first[slot]] = id;
        }
        first[slot] = id;
        occupied[slot / Long.SIZE] |= 1L << slot;
    }

    private void unlink(int id) {
        int slot = (int) (linkedTick[id] & MASK);
        if (previous[id] == NONE) {
            first[slot] = next[id];
        } else {
            next[previous[id]] = next[id];
        }
        if (next[id] != NONE) {
            previous[next[id]] = previous[id];
        }
        if (first[slot] == NONE) {
            occupied[slot / Long.SIZE] &= ~(1L << slot);
        }
        linkedTick[id] = NONE;
    }
}
