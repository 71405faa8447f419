package dev.loombench.base;

/// A FIFO queue of ids from 0, as of connections or streams, each at most once; never allocates.
public final class IdQueue {
    private final int[] ring;
    private final boolean[] in;
    private int head;
    private int size;

    /// @param capacity above the highest id
    public IdQueue(int capacity) {
        ring = new int[capacity];
        in = new boolean[capacity];
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int size() {
        return size;
    }

    /// Appends an id; one that is queued already keeps its place.
    public void offer(int id) {
        if (in[id]) {
            return;
        }
        in[id] = true;
        int tail = head + size;
        ring[tail < ring.length ? tail : tail - ring.length] = id;
        size++;
    }

    /// The first id, which stays; -1 when there is none.
    public int peek() {
        return size == 0 ? -1 : ring[head];
    }

    /// Removes the first id; -1 when there is none.
    public int poll() {
        if (size == 0) {
            return -1;
        }
        int id = ring[head];
        head = head + 1 == ring.length ? 0 : head + 1;
        size--;
        in[id] = false;
        return id;
    }

    /// Removes an id, if it is queued.
    public void remove(int id) {
        if (!in[id]) {
            return;
        }
        for (int left = size; left > 0; left--) {
            int other = poll();
            if (other != id) {
                offer(other);
            }
        }
    }
}
