/// What the governor's parts cost per task, under JMH.
@NullMarked
package dev.loombench.governor.jmh;

import org.jspecify.annotations.NullMarked;
