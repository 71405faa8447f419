/// Parsers of responses: HTTP/1.x, and lines.
@NullMarked
package dev.loombench.http;

import org.jspecify.annotations.NullMarked;
