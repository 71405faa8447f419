/// How results are shown: terminal table, JSON, CSV.
@NullMarked
package dev.loombench.report;

import org.jspecify.annotations.NullMarked;
