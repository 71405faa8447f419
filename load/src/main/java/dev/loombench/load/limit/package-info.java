/// The limits beyond which the figures of a load are wrong.
@NullMarked
package dev.loombench.load.limit;

import org.jspecify.annotations.NullMarked;
