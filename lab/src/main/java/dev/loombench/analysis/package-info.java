/// What the figures mean: estimates with intervals, findings, the bound that holds, the verdict.
@NullMarked
package dev.loombench.analysis;

import org.jspecify.annotations.NullMarked;
