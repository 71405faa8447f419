/// The servers that an installation does not have, from a repository of Maven.
@NullMarked
package dev.loombench.launch.repository;

import org.jspecify.annotations.NullMarked;
