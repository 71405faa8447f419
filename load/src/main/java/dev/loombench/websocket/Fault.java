package dev.loombench.websocket;

/// What makes received bytes no valid frames, with the code of the close frame that states it.
public enum Fault {
    RESERVED_BITS("a reserved bit is set", CloseCode.PROTOCOL_ERROR),
    RESERVED_OPCODE("a reserved opcode", CloseCode.PROTOCOL_ERROR),
    MASK("a frame of the server is masked, or one of the client is not", CloseCode.PROTOCOL_ERROR),
    FRAGMENTED_CONTROL("a control frame in fragments", CloseCode.PROTOCOL_ERROR),
    LONG_CONTROL("a control frame of more than 125 bytes", CloseCode.PROTOCOL_ERROR),
    LENGTH("a length that is negative or not in its shortest form", CloseCode.PROTOCOL_ERROR),
    NO_MESSAGE("a continuation without a message", CloseCode.PROTOCOL_ERROR),
    WITHIN_MESSAGE("a new message within a fragmented one", CloseCode.PROTOCOL_ERROR),
    CLOSE_PAYLOAD("a close frame of one byte", CloseCode.PROTOCOL_ERROR),
    CLOSE_CODE("a close code that no frame may have", CloseCode.PROTOCOL_ERROR),
    TEXT("a text that is not UTF-8", CloseCode.INVALID_DATA),
    TOO_BIG("a message above the limit", CloseCode.TOO_BIG);

    private final String text;
    private final int closeCode;

    Fault(String text, int closeCode) {
        this.text = text;
        this.closeCode = closeCode;
    }

    /// In words.
    public String text() {
        return text;
    }

    public int closeCode() {
        return closeCode;
    }
}
