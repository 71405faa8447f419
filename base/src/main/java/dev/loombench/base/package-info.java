/// What the layers share: a period of time, and random streams.
@NullMarked
package dev.loombench.base;

import org.jspecify.annotations.NullMarked;
