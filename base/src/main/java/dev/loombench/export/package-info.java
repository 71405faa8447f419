/// Forms of results that need no words: rows of CSV; and the files that receive a form.
@NullMarked
package dev.loombench.export;

import org.jspecify.annotations.NullMarked;
