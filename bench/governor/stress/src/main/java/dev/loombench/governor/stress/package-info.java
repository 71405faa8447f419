/// Races between threads on the state that the governor's callers share, under jcstress.
///
/// Races of the carrier governor and the pool are in the governor's tests, because jcstress keeps
/// thousands of states at once and these two start threads.
@NullMarked
package dev.loombench.governor.stress;

import org.jspecify.annotations.NullMarked;
