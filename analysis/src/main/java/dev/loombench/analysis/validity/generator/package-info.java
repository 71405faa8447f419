/// Findings about the load generator.
@NullMarked
package dev.loombench.analysis.validity.generator;

import org.jspecify.annotations.NullMarked;
