/// Known defects of the JDK and of libraries at work, and crashes of the JVM.
@NullMarked
package dev.loombench.diagnose.rule.defect;

import org.jspecify.annotations.NullMarked;
