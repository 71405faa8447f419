/// What the load generator measured in a window, as data.
@NullMarked
package dev.loombench.load.result;

import org.jspecify.annotations.NullMarked;
