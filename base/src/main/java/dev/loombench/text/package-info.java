/// Values as text: units, suggestions for misspelt words, errors in what the user wrote.
@NullMarked
package dev.loombench.text;

import org.jspecify.annotations.NullMarked;
