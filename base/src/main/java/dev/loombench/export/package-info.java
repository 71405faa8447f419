/// Forms of results that need no look: rows of CSV, an outline and its Markdown; and the files that
/// receive a form.
@NullMarked
package dev.loombench.export;

import org.jspecify.annotations.NullMarked;
