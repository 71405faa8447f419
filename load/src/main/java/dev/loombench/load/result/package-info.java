/// What the load generator measured in a window, as data, and what follows from it.
@NullMarked
package dev.loombench.load.result;

import org.jspecify.annotations.NullMarked;
