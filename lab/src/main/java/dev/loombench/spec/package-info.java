/// What is asked: experiments as plain data, and the reader that accepts only good ones.
@NullMarked
package dev.loombench.spec;

import org.jspecify.annotations.NullMarked;
