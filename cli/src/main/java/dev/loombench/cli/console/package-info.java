/// The terminal, exit codes and other parts that all commands share.
@NullMarked
package dev.loombench.cli.console;

import org.jspecify.annotations.NullMarked;
