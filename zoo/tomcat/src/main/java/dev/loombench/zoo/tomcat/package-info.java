/// Apache Tomcat, embedded, with one servlet.
@NullMarked
package dev.loombench.zoo.tomcat;

import org.jspecify.annotations.NullMarked;
