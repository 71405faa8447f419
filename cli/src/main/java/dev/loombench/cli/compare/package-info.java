/// The parts of `loombench compare`: from a command line to an experiment.
@NullMarked
package dev.loombench.cli.compare;

import org.jspecify.annotations.NullMarked;
