/// Published articles and tables of figures, whose claims are tested.
@NullMarked
package dev.loombench.experiment.article;

import org.jspecify.annotations.NullMarked;
