/// Tests of the starter, which run with Spring Boot 3.5 and 4.
@NullMarked
package dev.loombench.governor.spring;

import org.jspecify.annotations.NullMarked;
