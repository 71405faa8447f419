/// What every finding is, whether of a load, of a result or of a service: a kind with its rule, a
/// severity, words, and figures.
@NullMarked
package dev.loombench.finding;

import org.jspecify.annotations.NullMarked;
