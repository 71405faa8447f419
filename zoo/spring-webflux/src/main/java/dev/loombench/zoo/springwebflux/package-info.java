/// Spring WebFlux with Spring Boot's Reactor Netty.
@NullMarked
package dev.loombench.zoo.springwebflux;

import org.jspecify.annotations.NullMarked;
