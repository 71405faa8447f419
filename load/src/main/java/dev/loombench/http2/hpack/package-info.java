/// Compression of header fields (RFC 7541): a full decoder, and an encoder without state.
@NullMarked
package dev.loombench.http2.hpack;

import org.jspecify.annotations.NullMarked;
