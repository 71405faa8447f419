/// Experiments as plain data: variants, load, phases, criteria.
@NullMarked
package dev.loombench.spec;

import org.jspecify.annotations.NullMarked;
