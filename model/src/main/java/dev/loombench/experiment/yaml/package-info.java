/// Parsers of the YAML files: experiments, articles and published figures.
@NullMarked
package dev.loombench.experiment.yaml;

import org.jspecify.annotations.NullMarked;
