package dev.loombench.load.tls;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.tls.engine.TlsRecord;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// The memory in which a worker's encrypted bytes wait until they are sent: a block per send, used
/// again after it. Allocates only until there are enough.
final class SendBlocks {
    /// For most requests and handshakes.
    static final int SMALL_BYTES = 2048;

    /// For the largest record.
    private static final int LARGE_BYTES = TlsRecord.MAX_PLAIN + TlsRecord.MAX_ADDED;

    /// The most plain bytes whose record fits into a small block.
    private static final int SMALL_PLAIN = SMALL_BYTES - TlsRecord.USUALLY_ADDED;

    /// Beyond this number of large blocks, long requests become many small records: at 9 MB it is
    /// little next to what as many connections need elsewhere.
    private static final int MAX_LARGE = 512;

    /// Small blocks that are allocated at once.
    private static final int SLAB = 32;

    private final ArrayDeque<Block> small = new ArrayDeque<>();
    private final ArrayDeque<Block> large = new ArrayDeque<>();
    private int largeAllocated;

    /// A block, which may wait in the queue of a connection.
    static final class Block {
        final EncodedRequest bytes;

        /// Whether it holds a part of a request.
        boolean ofRequest;

        @Nullable Block next;

        private Block(EncodedRequest bytes) {
            this.bytes = bytes;
        }
    }

    /// How many of the plain bytes the next record should take.
    int piece(int wanted) {
        int most =
                large.isEmpty() && largeAllocated >= MAX_LARGE ? SMALL_PLAIN : TlsRecord.MAX_PLAIN;
        return Math.min(wanted, most);
    }

    /// A block with room for a number of bytes.
    Block take(int bytes) {
        if (bytes <= SMALL_BYTES) {
            var free = small.poll();
            return free == null ? newSmall() : free;
        }
        if (bytes <= LARGE_BYTES) {
            var free = large.poll();
            if (free != null) {
                return free;
            }
            largeAllocated++;
            return newBlock(LARGE_BYTES);
        }
        return newBlock(bytes); // a handshake with long certificates of the client
    }

    private Block newSmall() {
        var slab = Arena.ofAuto().allocate((long) SLAB * SMALL_BYTES);
        for (int i = 1; i < SLAB; i++) {
            small.push(
                    new Block(
                            EncodedRequest.over(
                                    slab.asSlice((long) i * SMALL_BYTES, SMALL_BYTES))));
        }
        return new Block(EncodedRequest.over(slab.asSlice(0, SMALL_BYTES)));
    }

    private static Block newBlock(int bytes) {
        return new Block(EncodedRequest.over(Arena.ofAuto().allocate(bytes)));
    }

    /// Takes back a block that was sent.
    void release(Block block) {
        block.next = null;
        block.ofRequest = false;
        long size = block.bytes.memory().byteSize();
        if (size == SMALL_BYTES) {
            small.push(block);
        } else if (size == LARGE_BYTES) {
            large.push(block);
        }
    }
}
