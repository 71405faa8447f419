@NullMarked
package dev.loombench.governor.servlet;

import org.jspecify.annotations.NullMarked;
