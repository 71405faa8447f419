package dev.loombench.http2.hpack;

/// The dynamic table of a decoder: the latest fields, the oldest of which make room for new ones.
///
/// The bytes of all entries lie one after the other in one array, in the order of insertion, and move
/// to its start when its end is reached. It grows with what the peer inserts, up to the limit.
///
/// Source: RFC 7541, sections 2.3.2 and 4.
final class DynamicTable {
    /// What an entry counts in addition to its bytes.
    static final int OVERHEAD = 32;

    private static final int FIRST_BYTES = 256;
    private static final int FIRST_ENTRIES = 8;

    private int capacity;
    private int size;
    private int count;

    private byte[] bytes = new byte[0];

    /// The end of the newest entry's bytes.
    private int end;

    // [entries] a ring, whose length is a power of two; `newest` is the index of the newest entry.
    private int[] offsets = new int[0];
    private int[] nameLengths = new int[0];
    private int[] valueLengths = new int[0];
    private int newest = -1;

    DynamicTable(int capacity) {
        this.capacity = capacity;
    }

    int count() {
        return count;
    }

    /// The sum of the sizes of the entries, with their overhead.
    int size() {
        return size;
    }

    /// The array that holds the bytes of all entries, until the next insertion.
    byte[] bytes() {
        return bytes;
    }

    /// The start of an entry's name in `bytes`; its value follows.
    ///
    /// @param entry 0 for the newest
    int nameFrom(int entry) {
        return offsets[ring(entry)];
    }

    int nameLength(int entry) {
        return nameLengths[ring(entry)];
    }

    int valueLength(int entry) {
        return valueLengths[ring(entry)];
    }

    void resize(int newCapacity) {
        capacity = newCapacity;
        evictTo(capacity);
    }

    /// Inserts a field, whose bytes must not be those of an entry. One larger than the table empties
    /// it.
    void insert(
            byte[] name,
            int nameFrom,
            int nameLength,
            byte[] value,
            int valueFrom,
            int valueLength) {
        long needed = (long) nameLength + valueLength + OVERHEAD;
        if (needed > capacity) {
            evictTo(0);
            return;
        }
        evictTo(capacity - (int) needed);
        makeRoom(nameLength + valueLength);
        if (count == offsets.length) {
            growRing();
        }
        newest = newest + 1 & offsets.length - 1;
        offsets[newest] = end;
        nameLengths[newest] = nameLength;
        valueLengths[newest] = valueLength;
        System.arraycopy(name, nameFrom, bytes, end, nameLength);
        System.arraycopy(value, valueFrom, bytes, end + nameLength, valueLength);
        end += nameLength + valueLength;
        size += (int) needed;
        count++;
    }

    private int ring(int entry) {
        return newest - entry & offsets.length - 1;
    }

    private void evictTo(int most) {
        while (size > most) {
            int oldest = ring(count - 1);
            size -= nameLengths[oldest] + valueLengths[oldest] + OVERHEAD;
            count--;
        }
    }

    private void makeRoom(int length) {
        if (end + length <= bytes.length) {
            return;
        }
        int start = count == 0 ? end : nameFrom(count - 1);
        int live = end - start;
        var target = bytes;
        if (live + length > bytes.length) {
            target = new byte[Math.max(Math.max(FIRST_BYTES, 2 * bytes.length), live + length)];
        }
        System.arraycopy(bytes, start, target, 0, live);
        bytes = target;
        end = live;
        for (int entry = 0; entry < count; entry++) {
            offsets[ring(entry)] -= start;
        }
    }

    private void growRing() {
        int length = Math.max(FIRST_ENTRIES, 2 * offsets.length);
        var grownOffsets = new int[length];
        var grownNames = new int[length];
        var grownValues = new int[length];
        for (int i = 0; i < count; i++) {
            int from = ring(count - 1 - i); // the oldest first
            grownOffsets[i] = offsets[from];
            grownNames[i] = nameLengths[from];
            grownValues[i] = valueLengths[from];
        }
        offsets = grownOffsets;
        nameLengths = grownNames;
        valueLengths = grownValues;
        newest = count - 1;
    }
}
