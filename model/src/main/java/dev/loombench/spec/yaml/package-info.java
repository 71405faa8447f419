/// Parsers of the YAML files: experiments, articles and published figures.
@NullMarked
package dev.loombench.spec.yaml;

import org.jspecify.annotations.NullMarked;
