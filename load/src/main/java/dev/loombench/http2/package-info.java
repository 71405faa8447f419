/// The client's side of HTTP/2 (RFC 9113): a connection as a state machine over bytes, without I/O
/// and without a clock.
@NullMarked
package dev.loombench.http2;

import org.jspecify.annotations.NullMarked;
