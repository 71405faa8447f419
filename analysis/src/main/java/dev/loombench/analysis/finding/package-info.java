/// What all findings have in common, whatever they are about: kinds, words, remedies, the trials
/// that they are found in, and which of them explain which others.
@NullMarked
package dev.loombench.analysis.finding;

import org.jspecify.annotations.NullMarked;
