/// The services that servers under test use: the delay service, a database, and those of the user.
@NullMarked
package dev.loombench.run.support;

import org.jspecify.annotations.NullMarked;
