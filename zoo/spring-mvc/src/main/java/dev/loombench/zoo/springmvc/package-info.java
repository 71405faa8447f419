/// Spring MVC with Spring Boot's Tomcat, in sources for both Boot 3 and 4.
@NullMarked
package dev.loombench.zoo.springmvc;

import org.jspecify.annotations.NullMarked;
