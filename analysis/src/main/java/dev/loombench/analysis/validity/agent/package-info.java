/// Findings about the agents that drive a load.
@NullMarked
package dev.loombench.analysis.validity.agent;

import org.jspecify.annotations.NullMarked;
