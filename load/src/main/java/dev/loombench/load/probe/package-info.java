/// Single requests before a load, as the load sends its own.
@NullMarked
package dev.loombench.load.probe;

import org.jspecify.annotations.NullMarked;
