/// The streams of HTTP/2 as connections of a load.
@NullMarked
package dev.loombench.load.http2;

import org.jspecify.annotations.NullMarked;
