/// What the layers share: periods of time, random streams, functions written in C, and names.
@NullMarked
package dev.loombench.base;

import org.jspecify.annotations.NullMarked;
