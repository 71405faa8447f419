package dev.loombench.load.pace;

import java.util.Arrays;

/// A timer per connection, on a hashed timing wheel of primitive arrays; never allocates.
///
/// A connection is linked under the tick that contains its deadline. While that tick lasts, its
/// connections are compared with the clock one by one, so a deadline expires at its exact time.
/// Postponing or cancelling a deadline leaves the connection where it is: when that tick comes, it
/// is linked again or dropped. So the timeout of a request costs one store.
///
/// Source: Varghese and Lauck, *Hashed and Hierarchical Timing Wheels* (1987), scheme 6.
public final class TimerWheel {
    /// A tick is 2^20 ns, about 1 ms.
    static final int TICK_SHIFT = 20;

    /// Connections of future ticks that are searched for the earliest deadline; where there are
    /// more, the wait ends at the start of the tick of the first that is not.
    private static final int SEARCHED = 16;

    /// Ticks that are searched: no wait of a worker is longer.
    private static final int SEARCHED_TICKS = 16;

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

    /// The tick that contains the time of the last `advance`.
    private long tick;

    /// The time of the last `advance`.
    private long advanced;

    /// Called for every expired deadline.
    public interface Expiry {
        void expired(int id, long now);
    }

    /// @param now on the clock of the deadlines, ns
    public TimerWheel(int connections, long now) {
        origin = now;
        advanced = now;
        deadline = new long[connections];
        armed = new boolean[connections];
        linkedTick = new long[connections];
        next = new int[connections];
        previous = new int[connections];
        Arrays.fill(linkedTick, NONE);
        Arrays.fill(first, NONE);
    }

    /// Sets the connection's deadline and replaces any earlier one.
    public void arm(int id, long when) {
        deadline[id] = when;
        armed[id] = true;
        long linkAt = Math.max(tick, tickOf(when));
        if (linkedTick[id] == NONE) {
            link(id, linkAt);
        } else if (linkAt < linkedTick[id]) {
            unlink(id);
            link(id, linkAt);
        }
    }

    public void cancel(int id) {
        armed[id] = false;
    }

    /// Whether a deadline is set that has not expired.
    public boolean isArmed(int id) {
        return armed[id];
    }

    /// The deadline last set, ns.
    public long deadline(int id) {
        return deadline[id];
    }

    /// Expires every deadline up to `now`, ticks in order; within a tick in no order.
    public void advance(long now, Expiry expiry) {
        long last = tickOf(now);
        advanced = now;
        for (long t = Math.max(tick, last - MASK); t <= last; t++) {
            tick = t;
            expire((int) (t & MASK), now, expiry);
        }
    }

    /// Whether every deadline before `when` has expired.
    public boolean expiredBefore(long when) {
        return when - advanced <= 0;
    }

    /// Nanoseconds until a deadline, or until there may be one among those that are not searched;
    /// Long.MAX_VALUE for never. A wait does not end where a deadline was before it was postponed
    /// or cancelled: a wake-up by timer may cost more than a request.
    public long nanosUntilNext(long now) {
        long earliest = Long.MAX_VALUE;
        int left = SEARCHED;
        for (long at = nextOccupied(tick); at != NONE; at = nextOccupied(at + 1)) {
            long start = Math.max(0, origin + (at << TICK_SHIFT) - now);
            if (start >= earliest) {
                return earliest;
            }
            if (at - tick > SEARCHED_TICKS) {
                return start;
            }
            for (int id = first[(int) (at & MASK)]; id != NONE; id = next[id]) {
                if (at != tick && left-- == 0) {
                    return start;
                }
                if (armed[id]) {
                    earliest = Math.min(earliest, Math.max(0, deadline[id] - now));
                }
            }
        }
        return earliest;
    }

    /// The first tick of the rotation, from one on, under which a connection is linked; NONE for
    /// none.
    private long nextOccupied(long from) {
        long last = tick + MASK;
        for (long at = from; at <= last; at = (at | (Long.SIZE - 1)) + 1) {
            long bits = occupied[(int) (at & MASK) / Long.SIZE] >>> at;
            if (bits != 0) {
                long found = at + Long.numberOfTrailingZeros(bits);
                return found <= last ? found : NONE;
            }
        }
        return NONE;
    }

    /// Empties a slot; connections whose deadline lies later within the tick return to it.
    private void expire(int slot, long now, Expiry expiry) {
        int later = NONE;
        while (first[slot] != NONE) {
            int id = first[slot];
            unlink(id);
            if (!armed[id]) {
                continue;
            }
            if (deadline[id] - now <= 0) {
                armed[id] = false;
                expiry.expired(id, now);
            } else if (tickOf(deadline[id]) > tick) {
                link(id, tickOf(deadline[id]));
            } else {
                linkedTick[id] = tick;
                next[id] = later;
                later = id;
            }
        }
        while (later != NONE) {
            int id = later;
            later = next[id];
            link(id, tick);
        }
    }

    private long tickOf(long when) {
        return Math.max(0, (when - origin) >> TICK_SHIFT);
    }

    /// Links at most one rotation minus a slot ahead, so that only what belongs to the present tick
    /// is linked into a slot while it is emptied. Those beyond share a few slots: each slot with
    /// many ends a wait.
    private void link(int id, long linkAt) {
        long last = tick + MASK - 1;
        long at = linkAt > last ? last & -Long.SIZE : Math.max(linkAt, tick);
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
