package dev.loombench.load;

import java.util.Arrays;

/// One deadline a connection, on a hashed wheel of primitive arrays; never allocates.
///
/// A connection is filed under the tick after its deadline. Putting a deadline off, or cancelling
/// it, leaves the connection where it is filed: when that tick passes, it is filed anew or dropped.
/// So the timeout of every request costs one store.
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

    /// The tick a connection is filed under, or NONE.
    private final long[] filed;

    private final int[] next;
    private final int[] previous;
    private final int[] first = new int[SLOTS];
    private final long[] occupied = new long[SLOTS / Long.SIZE];

    /// The first tick that has not passed.
    private long tick;

    /// Told of every deadline that passed.
    interface Expiry {
        void expired(int id, long now);
    }

    /// @param now on the clock that deadlines are given in, ns
    TimerWheel(int connections, long now) {
        origin = now;
        deadline = new long[connections];
        armed = new boolean[connections];
        filed = new long[connections];
        next = new int[connections];
        previous = new int[connections];
        Arrays.fill(filed, NONE);
        Arrays.fill(first, NONE);
    }

    /// Sets the connection's deadline in place of any it had.
    void arm(int id, long when) {
        deadline[id] = when;
        armed[id] = true;
        long wanted = tickFor(when);
        if (filed[id] == NONE) {
            file(id, wanted);
        } else if (wanted < filed[id]) {
            unfile(id);
            file(id, wanted);
        }
    }

    void cancel(int id) {
        armed[id] = false;
    }

    /// Whether a deadline is set that has not been told.
    boolean isArmed(int id) {
        return armed[id];
    }

    /// The deadline last set, ns.
    long deadline(int id) {
        return deadline[id];
    }

    /// Tells every deadline that lies a tick or more before `now`.
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

    /// Whether every deadline before `when` has been told.
    boolean passed(long when) {
        return tickFor(when) < tick;
    }

    /// Time until `advance` has something to do, ns; Long.MAX_VALUE for never.
    long untilNext(long now) {
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
        unfile(id);
        if (!armed[id]) {
            return;
        }
        if (deadline[id] - now > 0) {
            file(id, tickFor(deadline[id]));
        } else {
            armed[id] = false;
            expiry.expired(id, now);
        }
    }

    /// The first tick at or after a deadline.
    private long tickFor(long when) {
        return Math.max(0, ((when - origin - 1) >> TICK_SHIFT) + 1);
    }

    /// Files at most one turn less a slot ahead, so that a slot being emptied is never refilled.
    private void file(int id, long wanted) {
        long at = Math.clamp(wanted, tick, tick + MASK - 1);
        int slot = (int) (at & MASK);
        filed[id] = at;
        previous[id] = NONE;
        next[id] = first[slot];
        if (first[slot] != NONE) {
            previous[first[slot]] = id;
        }
        first[slot] = id;
        occupied[slot / Long.SIZE] |= 1L << slot;
    }

    private void unfile(int id) {
        int slot = (int) (filed[id] & MASK);
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
        filed[id] = NONE;
    }
}
