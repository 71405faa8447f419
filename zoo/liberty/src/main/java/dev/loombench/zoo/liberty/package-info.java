/// Open Liberty: a main class that starts Liberty in its process, and the application that Liberty
/// serves. Both are in one jar, but in different class loaders.
@NullMarked
package dev.loombench.zoo.liberty;

import org.jspecify.annotations.NullMarked;
