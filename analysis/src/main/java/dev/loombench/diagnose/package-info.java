/// Diagnosis of a live JVM: collects evidence once, and applies rules to it.
@NullMarked
package dev.loombench.diagnose;

import org.jspecify.annotations.NullMarked;
