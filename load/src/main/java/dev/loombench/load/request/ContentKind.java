package dev.loombench.load.request;

/// What a good response to a request of HTTP/2 has as its content.
public enum ContentKind {
    ANY,
    /// Nothing: the method is HEAD.
    NONE,
    /// One message: the call of gRPC is unary.
    ONE_MESSAGE
}
