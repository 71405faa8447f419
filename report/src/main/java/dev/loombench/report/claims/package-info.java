/// The report about the claims of articles.
@NullMarked
package dev.loombench.report.claims;

import org.jspecify.annotations.NullMarked;
