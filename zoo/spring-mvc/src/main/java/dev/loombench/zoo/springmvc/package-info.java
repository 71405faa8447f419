/// Spring MVC with Spring Boot's Tomcat, in sources that Boot 3 and 4 both take.
@NullMarked
package dev.loombench.zoo.springmvc;

import org.jspecify.annotations.NullMarked;
