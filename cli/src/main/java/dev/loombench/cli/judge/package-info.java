/// `loombench judge`: verdicts on the results of other tools.
@NullMarked
package dev.loombench.cli.judge;

import org.jspecify.annotations.NullMarked;
