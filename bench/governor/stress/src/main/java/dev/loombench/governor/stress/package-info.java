/// Two threads at once on what the governor's callers share, under jcstress.
///
/// What owns threads of its own, the carrier governor and the pool, is raced in the governor's own
/// tests: a state for each of some thousand trials at once is no way to hold threads.
@NullMarked
package dev.loombench.governor.stress;

import org.jspecify.annotations.NullMarked;
