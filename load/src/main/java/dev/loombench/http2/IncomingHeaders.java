package dev.loombench.http2;

import dev.loombench.http2.hpack.HpackDecoder;
import dev.loombench.http2.hpack.HpackFault;
import java.util.Arrays;

/// Reads header blocks, of one frame or several: the heads of responses, and trailers.
///
/// Source: RFC 9113, sections 4.3, 6.2, 6.10 and 8.1.
final class IncomingHeaders {
    /// The largest list of fields: as the head of a response of HTTP/1.1.
    static final int LIST_LIMIT = 64 * 1024;

    private final IncomingFrame frame;
    private final OpenStreams streams;
    private final ConnectionBuffers buffers;
    private final IdleFrames idle;
    private final ClientConnection.Events events;
    private final HpackDecoder decoder;

    // A header block in several frames.
    private byte[] block = new byte[0];
    private int blockLength;

    /// The stream of the block; 0 without one.
    private int blockStream;

    private boolean blockEndsStream;

    IncomingHeaders(
            IncomingFrame frame,
            OpenStreams streams,
            ConnectionBuffers buffers,
            IdleFrames idle,
            ClientConnection.Events events) {
        this.frame = frame;
        this.streams = streams;
        this.buffers = buffers;
        this.idle = idle;
        this.events = events;
        decoder = new HpackDecoder(PeerSettings.DEFAULT_TABLE, buffers.hpack);
    }

    /// Requires that no other frame comes within a header block.
    void requireExpected() throws ConnectionFault {
        boolean isForeign = frame.type != FrameType.CONTINUATION || frame.stream != blockStream;
        if (blockStream != 0 && isForeign) {
            throw ConnectionFault.protocol(
                    "a frame of type " + frame.type + " within a header block");
        }
    }

    // Frames.

    void headers(byte[] payload) throws ConnectionFault {
        frame.requireStream("HEADERS");
        streams.openSlot(frame.stream);
        int from = 0;
        int to = frame.length;
        if (frame.has(FrameType.PADDED)) {
            if (frame.length == 0) {
                throw ConnectionFault.frameSize("a padded frame without the length of its padding");
            }
            from = 1;
            to -= payload[0] & 255;
        }
        if (frame.has(FrameType.PRIORITY_FIELDS)) {
            from += 5;
        }
        if (from > to) {
            throw ConnectionFault.protocol("padding or priority longer than the frame");
        }
        boolean endsStream = frame.has(FrameType.END_STREAM);
        if (frame.has(FrameType.END_HEADERS)) {
            block(payload, from, to, endsStream);
            return;
        }
        blockStream = frame.stream;
        blockEndsStream = endsStream;
        blockLength = 0;
        append(payload, from, to);
    }

    void continuation(byte[] payload) throws ConnectionFault {
        if (blockStream == 0) {
            throw ConnectionFault.protocol("CONTINUATION without a header block");
        }
        if (frame.length == 0) {
            idle.add();
        }
        append(payload, 0, frame.length);
        if (frame.has(FrameType.END_HEADERS)) {
            blockStream = 0;
            var whole = block;
            block = new byte[0]; // blocks of several frames are rare
            block(whole, 0, blockLength, blockEndsStream);
        }
    }

    private void append(byte[] payload, int from, int to) throws ConnectionFault {
        int count = to - from;
        if (blockLength + count > ConnectionBuffers.BLOCK_LIMIT) {
            throw ConnectionFault.tooLarge("a header block of more than 64 KiB");
        }
        if (blockLength + count > block.length) {
            block = Arrays.copyOf(block, Math.max(2 * block.length, blockLength + count));
        }
        System.arraycopy(payload, from, block, blockLength, count);
        blockLength += count;
    }

    // Blocks.

    /// Handles a whole block. That of a closed stream is decoded too, as it changes the table.
    private void block(byte[] bytes, int from, int to, boolean endsStream) throws ConnectionFault {
        var fields = buffers.fields;
        fields.reset();
        try {
            if (!decoder.decode(bytes, from, to, LIST_LIMIT, fields)) {
                throw ConnectionFault.tooLarge("a list of fields of more than 64 KiB");
            }
        } catch (HpackFault e) {
            throw ConnectionFault.malformed(
                    ErrorCode.COMPRESSION_ERROR, String.valueOf(e.getMessage()));
        }
        int slot = streams.slot(frame.stream);
        if (slot == OpenStreams.NONE) {
            idle.add();
        } else {
            block(slot, fields, endsStream);
        }
        fields.reset(); // no stream that ends by its content has the message of another
    }

    private void block(int slot, ResponseFields fields, boolean endsStream) throws ConnectionFault {
        var fault = fields.fault();
        if (fault != null) {
            streams.malformed(slot, fault);
        } else if (streams.state(slot).status != 0) {
            trailers(slot, fields, endsStream);
        } else {
            head(slot, fields, endsStream);
        }
    }

    private void head(int slot, ResponseFields fields, boolean endsStream) throws ConnectionFault {
        int status = fields.status();
        if (status == ResponseFields.NONE) {
            streams.malformed(slot, "a response without :status");
        } else if (status < 200) {
            if (endsStream || status == 101) {
                streams.malformed(slot, "a status " + status + " that ends the response");
            }
            idle.add();
        } else {
            var state = streams.state(slot);
            state.status = status;
            state.contentLength = fields.contentLength();
            // That of gRPC is in the fields that end a response: "Responses" of gRPC over HTTP2.
            state.grpcStatus = endsStream ? fields.grpcStatus() : ResponseFields.NONE;
            idle.clear();
            events.responding(slot);
            if (endsStream) {
                streams.responded(slot);
            }
        }
    }

    private void trailers(int slot, ResponseFields fields, boolean endsStream) {
        if (!endsStream) {
            streams.malformed(slot, "trailers that do not end the response");
        } else if (fields.status() != ResponseFields.NONE) {
            streams.malformed(slot, "trailers with :status");
        } else {
            var state = streams.state(slot);
            if (fields.grpcStatus() != ResponseFields.NONE) {
                state.grpcStatus = fields.grpcStatus();
            }
            streams.responded(slot);
        }
    }
}
