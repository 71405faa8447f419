/// Readers of archives of files that JVMs have written.
@NullMarked
package dev.loombench.observe.file.archive;

import org.jspecify.annotations.NullMarked;
