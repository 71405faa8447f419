/// The terminal, exit codes and what every command shares.
@NullMarked
package dev.loombench.cli.console;

import org.jspecify.annotations.NullMarked;
