/// Evidence of a live JVM: what was collected, and what is missing with its reason.
@NullMarked
package dev.loombench.diagnose.evidence;

import org.jspecify.annotations.NullMarked;
