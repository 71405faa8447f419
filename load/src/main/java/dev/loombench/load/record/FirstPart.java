package dev.loombench.load.record;

/// The first part of a response, where it has a time of its own beside that of the whole.
public enum FirstPart {
    /// It has none.
    NONE,
    /// A server-sent event.
    EVENT,
    /// A message of gRPC.
    MESSAGE
}
