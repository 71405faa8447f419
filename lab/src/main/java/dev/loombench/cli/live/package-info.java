/// The page of a run under way, served on loopback.
@NullMarked
package dev.loombench.cli.live;

import org.jspecify.annotations.NullMarked;
