/// Findings about the search for a capacity.
@NullMarked
package dev.loombench.analysis.validity.capacity;

import org.jspecify.annotations.NullMarked;
