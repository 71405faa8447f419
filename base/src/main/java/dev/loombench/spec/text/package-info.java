/// Values as text: units, suggestions for misspelt words, errors in what the user wrote.
@NullMarked
package dev.loombench.spec.text;

import org.jspecify.annotations.NullMarked;
