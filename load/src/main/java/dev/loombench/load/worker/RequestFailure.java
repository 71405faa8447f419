package dev.loombench.load.worker;

import dev.loombench.load.result.ErrorKind;

/// Why a request failed, or the connection that it was to use.
///
/// @param status of HTTP with which the server refused to open the connection; 0 without one
record RequestFailure(ErrorKind kind, int status) {
    /// A failure without a status.
    static RequestFailure of(ErrorKind kind) {
        return new RequestFailure(kind, 0);
    }

    /// That of a connection which the server refused to open.
    ///
    /// @param status another one than that of a connection which is open
    static RequestFailure ofStatus(int status) {
        return new RequestFailure(ErrorKind.ofStatus(status), status);
    }
}
