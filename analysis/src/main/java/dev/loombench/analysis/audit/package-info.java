/// Contradictions in published figures.
@NullMarked
package dev.loombench.analysis.audit;

import org.jspecify.annotations.NullMarked;
