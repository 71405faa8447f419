/// Results of other tools, read from the files that they write.
@NullMarked
package dev.loombench.result.foreign;

import org.jspecify.annotations.NullMarked;
