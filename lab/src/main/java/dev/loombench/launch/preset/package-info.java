/// Presets: how the settings of a framework choose its thread model.
@NullMarked
package dev.loombench.launch.preset;

import org.jspecify.annotations.NullMarked;
