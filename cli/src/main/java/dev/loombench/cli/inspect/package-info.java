/// `loombench inspect`: the diagnosis of a live JVM.
@NullMarked
package dev.loombench.cli.inspect;

import org.jspecify.annotations.NullMarked;
