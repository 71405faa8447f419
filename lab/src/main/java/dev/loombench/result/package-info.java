/// What came out: trials, their figures and observations, and how they are kept on disk.
@NullMarked
package dev.loombench.result;

import org.jspecify.annotations.NullMarked;
