/// Whether a server under load is warmed up.
@NullMarked
package dev.loombench.run.trial.warmup;

import org.jspecify.annotations.NullMarked;
