/// The governor in Spring Boot, by properties.
@NullMarked
package dev.loombench.governor.spring;

import org.jspecify.annotations.NullMarked;
