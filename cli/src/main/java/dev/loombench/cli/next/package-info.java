/// What a user may run after a result.
@NullMarked
package dev.loombench.cli.next;

import org.jspecify.annotations.NullMarked;
