/// Findings about windows that are too short for a percentile.
@NullMarked
package dev.loombench.analysis.validity.percentile;

import org.jspecify.annotations.NullMarked;
