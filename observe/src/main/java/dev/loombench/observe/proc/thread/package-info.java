/// Single threads in the kernel's account: their ids, states and times; those of compilers.
@NullMarked
package dev.loombench.observe.proc.thread;

import org.jspecify.annotations.NullMarked;
