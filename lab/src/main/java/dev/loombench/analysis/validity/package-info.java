/// Checks of validity: what makes a result invalid, or limits what it holds for.
///
/// In each file the threshold, the detection and the record of a finding stand together. The limits
/// are documented in docs/method/findings.md; the texts are rendered in `report`.
@NullMarked
package dev.loombench.analysis.validity;

import org.jspecify.annotations.NullMarked;
