/// Requests of a load from the formats of other tools: `curl` command lines, HAR and access logs.
@NullMarked
package dev.loombench.requests;

import org.jspecify.annotations.NullMarked;
