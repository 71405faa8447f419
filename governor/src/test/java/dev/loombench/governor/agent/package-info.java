/// Tests of admission by the agent; those with real servers are in the tool's tests.
@NullMarked
package dev.loombench.governor.agent;

import org.jspecify.annotations.NullMarked;
