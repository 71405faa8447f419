/// Files in YAML 1.2, of which JSON is a part: their values with the places of mistakes, and their
/// text.
@NullMarked
package dev.loombench.yaml;

import org.jspecify.annotations.NullMarked;
