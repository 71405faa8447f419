/// The live page of a run, served on loopback.
@NullMarked
package dev.loombench.cli.live;

import org.jspecify.annotations.NullMarked;
