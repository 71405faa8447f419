/// Known defects of JDKs and libraries by version: one table, each row with its source.
@NullMarked
package dev.loombench.analysis.defect;

import org.jspecify.annotations.NullMarked;
