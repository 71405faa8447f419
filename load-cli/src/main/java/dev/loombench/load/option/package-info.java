/// Options that `loombench-load` and the commands of the tool share.
@NullMarked
package dev.loombench.load.option;

import org.jspecify.annotations.NullMarked;
