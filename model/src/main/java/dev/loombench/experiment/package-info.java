/// Experiments as plain data: variants, load, phases, criteria.
@NullMarked
package dev.loombench.experiment;

import org.jspecify.annotations.NullMarked;
