/// Carriers of virtual threads: blocked, pinned, or with more work than processors.
@NullMarked
package dev.loombench.diagnose.rule.carrier;

import org.jspecify.annotations.NullMarked;
