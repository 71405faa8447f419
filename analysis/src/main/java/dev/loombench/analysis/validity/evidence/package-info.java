/// Findings about evidence that is missing, or that cannot answer the experiment's question.
@NullMarked
package dev.loombench.analysis.validity.evidence;

import org.jspecify.annotations.NullMarked;
