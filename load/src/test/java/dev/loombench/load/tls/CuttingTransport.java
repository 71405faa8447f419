package dev.loombench.load.tls;

import static java.util.Objects.requireNonNull;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.Transport;
import dev.loombench.load.transport.TransportLayer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// One connection over another transport, which counts its sends by kind, and can hold back what is
/// received until it is released, or until the connection ends, to pass it on in other pieces.
final class CuttingTransport extends TransportLayer {
    private static final int HEADER = 5;

    private final int alwaysFits;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private @Nullable Cut cut;
    private boolean released;
    private int untracked;
    private int tracked;

    /// Where to cut what was held back.
    @FunctionalInterface
    interface Cut {
        /// The length of the next piece, which may be more than what is left.
        int next(byte[] all, int from);
    }

    /// @param alwaysFits as of a transport
    CuttingTransport(Transport inner, int alwaysFits) {
        super(inner);
        this.alwaysFits = alwaysFits;
    }

    /// Pieces of a number of bytes.
    static Cut every(int bytes) {
        return (_, _) -> bytes;
    }

    /// Pieces of one record.
    static Cut recordByRecord() {
        return CuttingTransport::recordLength;
    }

    private static int recordLength(byte[] all, int from) {
        return HEADER
                + (Byte.toUnsignedInt(all[from + 3]) << 8)
                + Byte.toUnsignedInt(all[from + 4]);
    }

    void hold(Cut where) {
        cut = where;
    }

    void release() {
        released = true;
    }

    /// The number of whole records that are held back.
    int heldRecords() {
        byte[] all = held.toByteArray();
        int count = 0;
        int at = 0;
        while (at + HEADER <= all.length) {
            at += recordLength(all, at);
            count += at <= all.length ? 1 : 0;
        }
        return count;
    }

    int untracked() {
        return untracked;
    }

    int tracked() {
        return tracked;
    }

    @Override
    public int alwaysFits() {
        return alwaysFits;
    }

    @Override
    public void connect(int id) {
        inner.connect(id);
    }

    @Override
    public void send(int id, EncodedRequest request) {
        untracked++;
        inner.send(id, request);
    }

    @Override
    public void sendTracked(int id, EncodedRequest bytes) {
        tracked++;
        inner.sendTracked(id, bytes);
    }

    @Override
    public boolean isSending(int id) {
        return inner.isSending(id);
    }

    @Override
    public void close(int id) {
        inner.close(id);
    }

    @Override
    public void await(long until, Events handler) throws IOException {
        super.await(released ? inner.ticker().nanoTime() : until, handler);
        if (released) {
            passOn(0);
        }
    }

    private void passOn(int id) {
        var where = requireNonNull(cut);
        cut = null;
        released = false;
        byte[] all = held.toByteArray();
        held.reset();
        var bytes = ByteBuffer.allocateDirect(all.length).put(all);
        int from = 0;
        while (from < all.length) {
            int to = Math.min(all.length, from + where.next(all, from));
            handler().received(id, bytes.limit(to).position(from));
            from = to;
        }
    }

    @Override
    public void opened(int id) {
        handler().opened(id);
    }

    @Override
    public void received(int id, ByteBuffer bytes) {
        if (cut == null) {
            handler().received(id, bytes);
            return;
        }
        while (bytes.hasRemaining()) {
            held.write(bytes.get());
        }
    }

    @Override
    public void sent(int id) {
        handler().sent(id);
    }

    @Override
    public void ended(int id) {
        if (cut != null) {
            passOn(id);
        }
        handler().ended(id);
    }

    @Override
    public void broken(int id, ErrorKind error) {
        handler().broken(id, error);
    }
}
