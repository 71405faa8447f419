/// Checks of validity: what makes a result invalid, or limits what it holds for.
///
/// Each file of the packages below, one per [dev.loombench.analysis.finding.Topic], holds all of
/// one finding: its subjects and figures, its kind with the limit, its check, its severity and its
/// words. docs/method/findings.md lists them.
@NullMarked
package dev.loombench.analysis.validity;

import org.jspecify.annotations.NullMarked;
