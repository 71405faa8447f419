/// Open Liberty: a start program that becomes Liberty, and the application that Liberty serves. The
/// two share a jar and a process, but not a class loader.
@NullMarked
package dev.loombench.zoo.liberty;

import org.jspecify.annotations.NullMarked;
