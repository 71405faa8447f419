/// One trial from start to stop, alone or interleaved with the others of its block.
@NullMarked
package dev.loombench.run.trial;

import org.jspecify.annotations.NullMarked;
