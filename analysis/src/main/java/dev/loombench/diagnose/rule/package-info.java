/// Rules: pure functions from evidence to findings.
@NullMarked
package dev.loombench.diagnose.rule;

import org.jspecify.annotations.NullMarked;
