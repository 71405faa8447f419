package dev.loombench.http2.hpack;

/// Receives the header fields of a block, in its order.
@FunctionalInterface
public interface FieldSink {

    /// @param name bytes that hold the name, valid during the call only
    /// @param nameFrom its first byte
    /// @param value bytes that hold the value, valid during the call only
    /// @param valueFrom its first byte
    void field(
            byte[] name, int nameFrom, int nameLength, byte[] value, int valueFrom, int valueLength);
}
