/// Findings about trials that differ from the others of their variant.
@NullMarked
package dev.loombench.analysis.validity.spread;

import org.jspecify.annotations.NullMarked;
