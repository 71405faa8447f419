/// Records of a measured window: histograms, counts, stalls.
@NullMarked
package dev.loombench.load.record;

import org.jspecify.annotations.NullMarked;
