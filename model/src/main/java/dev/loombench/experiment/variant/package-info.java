/// Variants as plain data: what they run, how it is started, and which of it is secret.
@NullMarked
package dev.loombench.experiment.variant;

import org.jspecify.annotations.NullMarked;
