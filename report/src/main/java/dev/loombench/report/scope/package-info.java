/// What a result holds for, in words: the load, the requests, the machine, its JDKs.
@NullMarked
package dev.loombench.report.scope;

import org.jspecify.annotations.NullMarked;
