package dev.loombench.load.http2;

import dev.loombench.base.IdQueue;

/// The places of connections, each with its slots, and the connection at each.
///
/// Slot s has place `s % places`. A connection that takes no further streams gives its place to a
/// spare one, if there is any, and serves those that it has; each slot moves with its next request,
/// which does not wait for the last streams of the connection: other clients open another one, too.
final class Places {
    /// Spare connections of few places: one may go away while several before it still serve a slow
    /// stream.
    private static final int MIN_SPARE = 8;

    /// Spare connections of many places: the limit on open files leaves room for them.
    private static final int MAX_SPARE = 64;

    private static final int NONE = -1;

    private final int count;

    /// [slots] the connection on which a slot was opened last.
    private final int[] holders;

    /// [places] the connection on which slots are opened.
    private final int[] present;

    /// [connections] the place of each.
    private final int[] places;

    /// Connections without a place.
    private final IdQueue spare;

    /// @param count of the places
    /// @param connections at least as many
    /// @param slots of all places together
    Places(int count, int connections, int slots) {
        this.count = count;
        holders = new int[slots];
        present = new int[count];
        places = new int[connections];
        spare = new IdQueue(connections);
        for (int slot = 0; slot < slots; slot++) {
            holders[slot] = slot % count;
        }
        for (int connection = 0; connection < connections; connection++) {
            if (connection < count) {
                present[connection] = connection;
                places[connection] = connection;
            } else {
                spare.offer(connection);
            }
        }
    }

    /// The connections for a number of places, with the spare ones: none where each slot has a
    /// place of its own, and a connection is closed with its last stream.
    ///
    /// @param slots of all places together
    static int connections(int count, int slots, boolean closesConnections) {
        return closesConnections && slots == count
                ? count
                : count + Math.clamp(count, MIN_SPARE, MAX_SPARE);
    }

    /// The most slots of a place.
    int mostSlots() {
        return Math.ceilDiv(holders.length, count);
    }

    /// The slot of all that is one of a connection.
    int global(int connection, int slot) {
        return slot * count + places[connection];
    }

    /// The number of a slot at its place.
    int local(int global) {
        return global / count;
    }

    /// The connection on which a slot was opened last, or is to be.
    int holder(int global) {
        return holders[global];
    }

    /// The connection on which a slot is to be opened.
    int opening(int global) {
        holders[global] = present[global % count];
        return holders[global];
    }

    /// Gives the place of a connection to a spare one.
    ///
    /// @return whether there was one
    boolean replace(int connection) {
        int next = spare.poll();
        if (next == NONE) {
            return false;
        }
        places[next] = places[connection];
        present[places[connection]] = next;
        return true;
    }

    /// Makes a connection that was replaced a spare one: it serves nothing any more. Slots that
    /// were not opened since are those of its successor.
    void release(int connection) {
        int place = places[connection];
        for (int slot = place; slot < holders.length; slot += count) {
            if (holders[slot] == connection) {
                holders[slot] = present[place];
            }
        }
        spare.offer(connection);
    }
}
