/// Statistics of values in the order of time: trends, steady states, correlation, curves that only
/// rise.
@NullMarked
package dev.loombench.stats.series;

import org.jspecify.annotations.NullMarked;
