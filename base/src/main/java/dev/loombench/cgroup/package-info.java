/// Control groups of Linux, as their files show them.
@NullMarked
package dev.loombench.cgroup;

import org.jspecify.annotations.NullMarked;
