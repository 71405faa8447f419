/// Findings of a diagnosis: their rules and confidence, and the words that they share.
@NullMarked
package dev.loombench.diagnose.finding;

import org.jspecify.annotations.NullMarked;
