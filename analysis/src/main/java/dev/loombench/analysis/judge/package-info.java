/// Verdicts on results of other tools: a base and a head, compared by the statistics of a run.
@NullMarked
package dev.loombench.analysis.judge;

import org.jspecify.annotations.NullMarked;
