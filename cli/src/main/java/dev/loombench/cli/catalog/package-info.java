/// The command that lists experiments and servers.
@NullMarked
package dev.loombench.cli.catalog;

import org.jspecify.annotations.NullMarked;
