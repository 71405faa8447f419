package dev.loombench.http2;

/// A FIFO queue of slots, each at most once; never allocates.
final class SlotQueue {
    private final int[] ring;
    private final boolean[] in;
    private int head;
    private int size;

    SlotQueue(int slots) {
        ring = new int[slots];
        in = new boolean[slots];
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /// Appends a slot; one that is queued already keeps its place.
    void offer(int slot) {
        if (in[slot]) {
            return;
        }
        in[slot] = true;
        int tail = head + size;
        ring[tail < ring.length ? tail : tail - ring.length] = slot;
        size++;
    }

    /// The first slot, which stays; -1 when there is none.
    int peek() {
        return size == 0 ? -1 : ring[head];
    }

    /// Removes the first slot; -1 when there is none.
    int poll() {
        if (size == 0) {
            return -1;
        }
        int slot = ring[head];
        head = head + 1 == ring.length ? 0 : head + 1;
        size--;
        in[slot] = false;
        return slot;
    }

    /// Removes a slot, if it is queued.
    void remove(int slot) {
        if (!in[slot]) {
            return;
        }
        for (int left = size; left > 0; left--) {
            int other = poll();
            if (other != slot) {
                offer(other);
            }
        }
    }
}
