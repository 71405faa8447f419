package dev.loombench.http2.hpack;

/// A header block that cannot be decoded: the state of the connection's compression is lost.
public final class HpackFault extends Exception {
    private static final long serialVersionUID = 1;

    HpackFault(String found) {
        super(found, null, false, false); // a server may send many: no stack trace
    }
}
