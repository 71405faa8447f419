package dev.loombench.websocket;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Reads the frames of one side of a connection: finds the ends of messages, and control frames.
///
/// Accepts the bytes in any pieces, stores no message, trusts nothing and allocates nothing while
/// it reads. Each connection reuses its own.
///
/// Source: RFC 6455, sections 5, 7 and 8.1.
public final class MessageReader {
    /// Maximum payload of a control frame.
    static final int CONTROL_LIMIT = 125;

    private static final int FIN = 0x80;
    private static final int RESERVED = 0x70;
    private static final int OPCODE = 0x0F;
    private static final int MASKED = 0x80;
    private static final int LENGTH = 0x7F;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;
    private static final int MASK_BYTES = 4;

    /// What the bytes so far have completed.
    public enum Event {
        /// More bytes are needed.
        NONE,
        /// The last frame of a message.
        MESSAGE,
        PING,
        PONG,
        /// A close frame; no other follows.
        CLOSE,
        /// No valid frame; nothing more can be read.
        FAULT
    }

    private enum State {
        FIRST,
        SECOND,
        EXTENDED_LENGTH,
        MASK,
        PAYLOAD,
        ENDED
    }

    private final boolean expectsMask;
    private final long limit;
    private final Utf8Check text = new Utf8Check();
    private final byte[] control = new byte[CONTROL_LIMIT];
    private final int[] mask = new int[MASK_BYTES];

    private State state = State.FIRST;
    private Opcode opcode = Opcode.CONTINUATION;
    private boolean last;

    /// Bytes of the extended length, or of the mask, still to come.
    private int headerLeft;

    /// The number of bytes of the extended length.
    private int lengthBytes;

    private long length;

    /// Bytes of the payload so far.
    private long taken;

    /// Whether a fragmented message has begun, and whether it is a text.
    private boolean inMessage;

    private boolean isText;

    private long messageLength;
    private @Nullable Fault fault;

    /// @param expectsMask whether frames are those of a client
    /// @param limit of the length of a message, bytes
    public MessageReader(boolean expectsMask, long limit) {
        this.expectsMask = expectsMask;
        this.limit = limit;
    }

    /// Prepares for a new connection.
    public void reset() {
        state = State.FIRST;
        inMessage = false;
        messageLength = 0;
        fault = null;
        text.reset();
    }

    /// Reads up to the next event, or all bytes.
    public Event read(ByteBuffer in) {
        while (state != State.ENDED) {
            if (!in.hasRemaining() && (state != State.PAYLOAD || taken < length)) {
                return Event.NONE;
            }
            var event = step(in);
            if (event != Event.NONE) {
                return event;
            }
        }
        return fault == null ? Event.NONE : Event.FAULT;
    }

    /// Whether a message has begun and not ended.
    public boolean isInMessage() {
        return inMessage;
    }

    /// The length of the message that ended, bytes.
    long messageLength() {
        return messageLength;
    }

    /// Whether the message that ended is a text.
    boolean isText() {
        return isText;
    }

    /// The length of the payload of the control frame that ended.
    public int controlLength() {
        return (int) length;
    }

    /// A byte of its payload.
    public byte control(int index) {
        return control[index];
    }

    /// The code of the close frame that ended; [CloseCode#NONE] for one without.
    public int closeCode() {
        return length < 2 ? CloseCode.NONE : ((control[0] & 0xFF) << 8) | (control[1] & 0xFF);
    }

    /// The reason of the close frame that ended, as its sender words it; empty without one.
    public String closeReason() {
        int count = controlLength() - Short.BYTES;
        return count <= 0 ? "" : new String(control, Short.BYTES, count, UTF_8);
    }

    /// What made the bytes invalid; null while they are valid.
    public @Nullable Fault fault() {
        return fault;
    }

    private Event step(ByteBuffer in) {
        return switch (state) {
            case FIRST -> first(in.get() & 0xFF);
            case SECOND -> second(in.get() & 0xFF);
            case EXTENDED_LENGTH -> extendedLength(in.get() & 0xFF);
            case MASK -> maskByte(in.get() & 0xFF);
            case PAYLOAD -> payload(in);
            case ENDED -> Event.NONE;
        };
    }

    private Event first(int b) {
        if ((b & RESERVED) != 0) {
            return fail(Fault.RESERVED_BITS);
        }
        var kind = Opcode.of(b & OPCODE);
        if (kind == null) {
            return fail(Fault.RESERVED_OPCODE);
        }
        opcode = kind;
        last = (b & FIN) != 0;
        if (kind.isControl()) {
            if (!last) {
                return fail(Fault.FRAGMENTED_CONTROL);
            }
        } else if (kind == Opcode.CONTINUATION) {
            if (!inMessage) {
                return fail(Fault.NO_MESSAGE);
            }
        } else if (inMessage) {
            return fail(Fault.WITHIN_MESSAGE);
        } else {
            inMessage = true;
            isText = kind == Opcode.TEXT;
            messageLength = 0;
            text.reset();
        }
        state = State.SECOND;
        return Event.NONE;
    }

    private Event second(int b) {
        boolean isMasked = (b & MASKED) != 0;
        if (isMasked != expectsMask) {
            return fail(Fault.MASK);
        }
        length = b & LENGTH;
        if (opcode.isControl() && length > CONTROL_LIMIT) {
            return fail(Fault.LONG_CONTROL);
        }
        lengthBytes = length == LENGTH_16 ? Short.BYTES : length == LENGTH_64 ? Long.BYTES : 0;
        if (lengthBytes == 0) {
            return endLength();
        }
        headerLeft = lengthBytes;
        length = 0;
        state = State.EXTENDED_LENGTH;
        return Event.NONE;
    }

    private Event extendedLength(int b) {
        length = (length << 8) | b;
        headerLeft--;
        if (headerLeft > 0) {
            return Event.NONE;
        }
        long least = lengthBytes == Short.BYTES ? LENGTH_16 : 1 << 16;
        return length < least ? fail(Fault.LENGTH) : endLength(); // a negative one is below it, too
    }

    private Event endLength() {
        if (!opcode.isControl() && length > limit - messageLength) {
            return fail(Fault.TOO_BIG);
        }
        taken = 0;
        headerLeft = MASK_BYTES;
        state = expectsMask ? State.MASK : State.PAYLOAD;
        return Event.NONE;
    }

    private Event maskByte(int b) {
        mask[MASK_BYTES - headerLeft] = b;
        headerLeft--;
        if (headerLeft == 0) {
            state = State.PAYLOAD;
        }
        return Event.NONE;
    }

    private Event payload(ByteBuffer in) {
        int count = (int) Math.min(length - taken, in.remaining());
        if (opcode.isControl()) {
            for (int i = 0; i < count; i++) {
                control[(int) taken] = (byte) unmasked(in.get());
                taken++;
            }
        } else if (isText) {
            for (int i = 0; i < count; i++) {
                int b = unmasked(in.get());
                taken++;
                if (!text.accept(b)) {
                    return fail(Fault.TEXT);
                }
            }
        } else {
            in.position(in.position() + count);
            taken += count;
        }
        return taken < length ? Event.NONE : endFrame();
    }

    private int unmasked(byte b) {
        return expectsMask ? (b & 0xFF) ^ mask[(int) (taken & (MASK_BYTES - 1))] : b & 0xFF;
    }

    private Event endFrame() {
        state = State.FIRST;
        return switch (opcode) {
            case PING -> Event.PING;
            case PONG -> Event.PONG;
            case CLOSE -> close();
            case TEXT, BINARY, CONTINUATION -> data();
        };
    }

    private Event data() {
        messageLength += length;
        if (!last) {
            return Event.NONE;
        }
        inMessage = false;
        return isText && !text.isWhole() ? fail(Fault.TEXT) : Event.MESSAGE;
    }

    private Event close() {
        if (length == 1) {
            return fail(Fault.CLOSE_PAYLOAD);
        }
        if (length >= 2 && !CloseCode.mayBeSent(closeCode())) {
            return fail(Fault.CLOSE_CODE);
        }
        text.reset();
        for (int i = 2; i < length; i++) {
            if (!text.accept(control[i] & 0xFF)) {
                return fail(Fault.TEXT);
            }
        }
        if (!text.isWhole()) {
            return fail(Fault.TEXT);
        }
        state = State.ENDED;
        return Event.CLOSE;
    }

    private Event fail(Fault why) {
        fault = why;
        state = State.ENDED;
        return Event.FAULT;
    }
}
