/// Lines of a text of any origin, without what other programs have added to them.
@NullMarked
package dev.loombench.observe.file.text;

import org.jspecify.annotations.NullMarked;
