/// What the layers share: a period of time, random streams, and names.
@NullMarked
package dev.loombench.base;

import org.jspecify.annotations.NullMarked;
