/// Findings about what became of the requests of a load on one target.
@NullMarked
package dev.loombench.analysis.validity.response;

import org.jspecify.annotations.NullMarked;
