/// The execution of experiments: the plan of trials, their order, and the services around them.
@NullMarked
package dev.loombench.run;

import org.jspecify.annotations.NullMarked;
