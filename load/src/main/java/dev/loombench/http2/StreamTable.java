package dev.loombench.http2;

/// The slots of the open streams, by the id of the stream: open addressing in arrays, never more than
/// half full.
final class StreamTable {
    private static final int NONE = 0;

    private final int[] ids;
    private final int[] slots;
    private final int mask;
    private int size;

    /// @param most streams at a time
    StreamTable(int most) {
        int length = Integer.highestOneBit(Math.max(2, most) - 1) << 2;
        ids = new int[length];
        slots = new int[length];
        mask = length - 1;
    }

    int size() {
        return size;
    }

    /// @param id above 0, not in the table
    void put(int id, int slot) {
        int at = home(id);
        while (ids[at] != NONE) {
            at = at + 1 & mask;
        }
        ids[at] = id;
        slots[at] = slot;
        size++;
    }

    /// The slot of a stream; -1 when it is not open.
    int slot(int id) {
        int at = find(id);
        return at < 0 ? -1 : slots[at];
    }

    /// Removes a stream, if it is open. Entries after it move to where a search expects them.
    void remove(int id) {
        int hole = find(id);
        if (hole < 0) {
            return;
        }
        size--;
        int at = hole + 1 & mask;
        while (ids[at] != NONE) {
            int distance = at - home(ids[at]) & mask;
            if (distance >= (at - hole & mask)) {
                ids[hole] = ids[at];
                slots[hole] = slots[at];
                hole = at;
            }
            at = at + 1 & mask;
        }
        ids[hole] = NONE;
    }

    private int find(int id) {
        int at = home(id);
        while (ids[at] != NONE) {
            if (ids[at] == id) {
                return at;
            }
            at = at + 1 & mask;
        }
        return -1;
    }

    /// Ids of a client are odd and rise, so that consecutive ones are neighbours.
    private int home(int id) {
        return id >> 1 & mask;
    }
}
