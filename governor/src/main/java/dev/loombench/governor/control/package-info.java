/// What the controllers of carriers and pools have in common.
@NullMarked
package dev.loombench.governor.control;

import org.jspecify.annotations.NullMarked;
