/// Requests of a load from the formats of other tools: `curl` command lines, HAR and access logs.
@NullMarked
package dev.loombench.spec.requests;

import org.jspecify.annotations.NullMarked;
