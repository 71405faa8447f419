/// The server of a trial: its start, its health and its observation, wherever it runs.
@NullMarked
package dev.loombench.run.server;

import org.jspecify.annotations.NullMarked;
