/// What all findings have in common, whatever they are about: kinds, words, remedies.
@NullMarked
package dev.loombench.analysis.finding;

import org.jspecify.annotations.NullMarked;
