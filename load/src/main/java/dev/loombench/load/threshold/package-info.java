/// Conditions under which a load has failed, as `--fail-if` takes them.
@NullMarked
package dev.loombench.load.threshold;

import org.jspecify.annotations.NullMarked;
