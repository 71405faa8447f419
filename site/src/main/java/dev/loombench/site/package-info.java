/// The documentation as a static site: pages, their Markdown, a search without a server, and
/// `llms.txt`.
@NullMarked
package dev.loombench.site;

import org.jspecify.annotations.NullMarked;
