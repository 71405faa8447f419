/// Findings about the results of another tool.
@NullMarked
package dev.loombench.analysis.validity.foreign;

import org.jspecify.annotations.NullMarked;
