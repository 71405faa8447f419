/// The commands of the command line, one file each.
@NullMarked
package dev.loombench.cli;

import org.jspecify.annotations.NullMarked;
