/// The command that adapts the carriers of a running service.
@NullMarked
package dev.loombench.cli.govern;

import org.jspecify.annotations.NullMarked;
