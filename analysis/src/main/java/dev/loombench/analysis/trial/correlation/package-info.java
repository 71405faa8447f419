/// How response times correlate in time, and how many independent ones they stand for.
@NullMarked
package dev.loombench.analysis.trial.correlation;

import org.jspecify.annotations.NullMarked;
