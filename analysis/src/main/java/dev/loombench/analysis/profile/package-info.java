/// Which code costs: the CPU time and allocations of each frame per request, and how they differ
/// between variants.
@NullMarked
package dev.loombench.analysis.profile;

import org.jspecify.annotations.NullMarked;
