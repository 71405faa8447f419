/// Parsers of responses: HTTP/1.x, and lines.
@NullMarked
package dev.loombench.load.http;

import org.jspecify.annotations.NullMarked;
