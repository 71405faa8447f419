/// The command `agent`, and the options and texts of loads that agents drive.
@NullMarked
package dev.loombench.cli.agent;

import org.jspecify.annotations.NullMarked;
