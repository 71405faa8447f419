/// Two runs compared: what differs between them, and the figures of each variant in both.
@NullMarked
package dev.loombench.report.comparison;

import org.jspecify.annotations.NullMarked;
