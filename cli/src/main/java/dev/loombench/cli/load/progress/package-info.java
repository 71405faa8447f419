/// The progress of a load on a terminal.
@NullMarked
package dev.loombench.cli.load.progress;

import org.jspecify.annotations.NullMarked;
