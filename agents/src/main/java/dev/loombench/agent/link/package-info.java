/// Connections between a controller and its agents over JGroups: membership, failure detection,
/// encryption. No other package uses its types.
@NullMarked
package dev.loombench.agent.link;

import org.jspecify.annotations.NullMarked;
