/// Findings about changes within a trial, or from trial to trial of one process.
@NullMarked
package dev.loombench.analysis.validity.stationarity;

import org.jspecify.annotations.NullMarked;
