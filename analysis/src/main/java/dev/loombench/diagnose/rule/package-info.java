/// All rules: pure functions from evidence to findings, by topic in the packages below.
@NullMarked
package dev.loombench.diagnose.rule;

import org.jspecify.annotations.NullMarked;
