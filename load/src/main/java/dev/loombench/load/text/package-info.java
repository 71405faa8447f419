/// The figures of a load in words: rows, and a table of the latencies.
@NullMarked
package dev.loombench.load.text;

import org.jspecify.annotations.NullMarked;
