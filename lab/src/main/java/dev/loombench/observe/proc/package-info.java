/// The operating system's accounts: `/proc` on Linux, OSHI elsewhere.
@NullMarked
package dev.loombench.observe.proc;

import org.jspecify.annotations.NullMarked;
