/// Options that several commands have, and the words of a command line.
@NullMarked
package dev.loombench.cli.option;

import org.jspecify.annotations.NullMarked;
