/// Apache Tomcat, embedded, with one plain servlet.
@NullMarked
package dev.loombench.zoo.tomcat;

import org.jspecify.annotations.NullMarked;
