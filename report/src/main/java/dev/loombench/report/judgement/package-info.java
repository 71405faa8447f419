/// The report of a judgement of results of other tools.
@NullMarked
package dev.loombench.report.judgement;

import org.jspecify.annotations.NullMarked;
