/// Findings about figures that contradict each other, or that no known bound explains.
@NullMarked
package dev.loombench.analysis.validity.consistency;

import org.jspecify.annotations.NullMarked;
