/// The load that a command line requests, its figures, and what is wrong with them.
@NullMarked
package dev.loombench.cli.load.result;

import org.jspecify.annotations.NullMarked;
