/// Requests as bytes, encoded once and filled with values as they are sent.
@NullMarked
package dev.loombench.load.request;

import org.jspecify.annotations.NullMarked;
