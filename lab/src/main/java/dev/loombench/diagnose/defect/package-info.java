/// Known defects of JDKs and libraries by version: one table, each row with its source.
@NullMarked
package dev.loombench.diagnose.defect;

import org.jspecify.annotations.NullMarked;
