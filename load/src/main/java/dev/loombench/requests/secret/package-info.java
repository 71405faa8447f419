/// Secrets of requests: where texts, bodies, headers and URLs have some, and what stands for them.
@NullMarked
package dev.loombench.requests.secret;

import org.jspecify.annotations.NullMarked;
