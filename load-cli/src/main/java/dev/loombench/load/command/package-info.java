/// The command `loombench-load`: the load generator alone, over its Java API.
@NullMarked
package dev.loombench.load.command;

import org.jspecify.annotations.NullMarked;
