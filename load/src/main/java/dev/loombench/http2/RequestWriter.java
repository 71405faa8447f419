package dev.loombench.http2;

import dev.loombench.base.IdQueue;
import dev.loombench.http2.hpack.HpackEncoder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Writes the frames of requests: header blocks in the order of the requests, then their content,
/// as far as the peer's windows allow, one frame of each stream in turn.
///
/// Source: RFC 9113, sections 5.2, 6.1, 6.2 and 6.9.
final class RequestWriter {
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MAX_WINDOW = Integer.MAX_VALUE;

    /// The least content of a frame that is cut by the end of the output.
    private static final int LEAST_CUT = 1024;

    private final StreamState[] streams;
    private final StreamTable table;
    private final PeerSettings settings;

    /// Slots whose header block is to be sent.
    private final IdQueue opening;

    /// Slots whose content is to be sent and fits in the window of the stream.
    private final IdQueue uploading;

    private int nextId = 1;
    private long connectionWindow = PeerSettings.DEFAULT_WINDOW;
    private boolean tableSizeSent;
    private boolean sentContent;

    /// Bytes of the blocks in `opening`, and of all content that is not sent.
    private long unsentHeads;

    private long unsentContent;

    RequestWriter(int slots, StreamState[] streams, StreamTable table, PeerSettings settings) {
        this.streams = streams;
        this.table = table;
        this.settings = settings;
        opening = new IdQueue(slots);
        uploading = new IdQueue(slots);
    }

    void open(int slot) {
        var state = streams[slot];
        opening.offer(slot);
        unsentHeads += headBytes(state);
        unsentContent += state.unsent();
    }

    /// Drops what is not sent of a slot's request.
    void remove(int slot) {
        var state = streams[slot];
        if (state.id == 0) {
            opening.remove(slot);
            unsentHeads -= headBytes(state);
        } else if (state.unsent() > 0) {
            uploading.remove(slot);
        }
        unsentContent -= state.unsent();
    }

    /// Whether the ids come to their end: enough are left for the slots that wait.
    boolean idsExhausted() {
        return nextId > Integer.MAX_VALUE - 2 * (streams.length + 1);
    }

    /// Whether a stream with this odd id was opened.
    boolean hasOpened(int id) {
        return id < nextId;
    }

    boolean hasOutput() {
        return mayOpen() || (!uploading.isEmpty() && connectionWindow > 0);
    }

    /// Whether a header block may be sent now: the peer may have lowered its limit since the
    /// request got its slot.
    ///
    /// Source: RFC 9113, section 5.1.2.
    private boolean mayOpen() {
        return !opening.isEmpty() && table.size() < settings.maxConcurrentStreams();
    }

    /// About how many bytes may be written now.
    long outputBytes() {
        if (!hasOutput()) {
            return 0;
        }
        long content = Math.min(unsentContent, Math.max(0, connectionWindow));
        return unsentHeads
                + content
                + (content / PeerSettings.MIN_FRAME + opening.size() + uploading.size())
                        * FrameType.HEADER_LENGTH;
    }

    /// Whether the last write had content.
    boolean hasSentContent() {
        return sentContent;
    }

    // Windows.

    /// Applies a change of the initial window to all open streams.
    void windowChanged(long delta) throws ConnectionFault {
        if (delta == 0) {
            return;
        }
        for (int slot = 0; slot < streams.length; slot++) {
            var state = streams[slot];
            if (!state.active || state.id == 0) {
                continue;
            }
            state.sendWindow += delta;
            if (state.sendWindow > MAX_WINDOW) {
                throw ConnectionFault.flowControl("a window of more than 2^31 - 1 bytes");
            }
            queueContent(slot);
        }
    }

    /// @return false when the window would exceed the largest
    boolean connectionWindowGrows(int increment) {
        connectionWindow += increment;
        return connectionWindow <= MAX_WINDOW;
    }

    /// @return false when the window would exceed the largest
    boolean streamWindowGrows(int slot, int increment) {
        var state = streams[slot];
        state.sendWindow += increment;
        queueContent(slot);
        return state.sendWindow <= MAX_WINDOW;
    }

    private void queueContent(int slot) {
        var state = streams[slot];
        if (state.unsent() > 0 && state.sendWindow > 0) {
            uploading.offer(slot);
        } else {
            uploading.remove(slot);
        }
    }

    // Output.

    /// @param from where to write
    /// @return the index after the last byte
    int write(MemorySegment out, int from) {
        sentContent = false;
        int at = from;
        while (mayOpen()) {
            var state = streams[opening.peek()];
            if (headBytes(state) > out.byteSize() - at) {
                return at;
            }
            at = head(opening.poll(), out, at);
        }
        while (!uploading.isEmpty() && connectionWindow > 0) {
            int after = content(uploading.peek(), out, at);
            if (after == at) {
                return at;
            }
            at = after;
        }
        return at;
    }

    /// The most bytes of the frames of a header block.
    private static int headBytes(StreamState state) {
        int frames = state.headLength / PeerSettings.MIN_FRAME + 1;
        return state.headLength + 1 + frames * FrameType.HEADER_LENGTH;
    }

    private int head(int slot, MemorySegment out, int from) {
        var state = streams[slot];
        unsentHeads -= headBytes(state);
        state.id = nextId;
        nextId += 2;
        state.sent = state.headLength;
        state.sendWindow = settings.initialWindow();
        table.put(state.id, slot);
        boolean tellsTable = settings.tableReduced() && !tableSizeSent;
        int length = state.headLength + (tellsTable ? 1 : 0);
        int first = Math.min(length, settings.maxFrame());
        int flags = state.unsent() == 0 ? FrameType.END_STREAM : 0;
        flags |= first == length ? FrameType.END_HEADERS : 0;
        int at = frame(out, from, first, FrameType.HEADERS, flags, state.id);
        int left = length - first;
        int copied = first;
        if (tellsTable) {
            out.set(ValueLayout.JAVA_BYTE, at++, HpackEncoder.TABLE_SIZE_ZERO);
            tableSizeSent = true;
            copied--;
        }
        MemorySegment.copy(state.bytes, 0, out, at, copied);
        at += copied;
        while (left > 0) {
            int next = Math.min(left, settings.maxFrame());
            left -= next;
            int end = left == 0 ? FrameType.END_HEADERS : 0;
            at = frame(out, at, next, FrameType.CONTINUATION, end, state.id);
            MemorySegment.copy(state.bytes, copied, out, at, next);
            copied += next;
            at += next;
        }
        queueContent(slot);
        return at;
    }

    /// Writes a frame of the content of the first slot, and moves the slot to the end of the queue.
    private int content(int slot, MemorySegment out, int from) {
        var state = streams[slot];
        int room = (int) out.byteSize() - from - FrameType.HEADER_LENGTH;
        long allowed = Math.min(connectionWindow, state.sendWindow);
        int whole = (int) Math.min(Math.min(state.unsent(), settings.maxFrame()), allowed);
        int count = Math.min(whole, room);
        if (count <= 0 || (count < whole && count < LEAST_CUT)) {
            return from;
        }
        uploading.poll();
        int end = count == state.unsent() ? FrameType.END_STREAM : 0;
        int at = frame(out, from, count, FrameType.DATA, end, state.id);
        MemorySegment.copy(state.bytes, state.sent, out, at, count);
        state.sent += count;
        state.sendWindow -= count;
        connectionWindow -= count;
        unsentContent -= count;
        sentContent = true;
        queueContent(slot);
        return at + count;
    }

    private static int frame(
            MemorySegment out, int at, int length, int type, int flags, int stream) {
        out.set(INT, at, length << 8 | type);
        out.set(ValueLayout.JAVA_BYTE, at + 4, (byte) flags);
        out.set(INT, at + 5, stream);
        return at + FrameType.HEADER_LENGTH;
    }
}
