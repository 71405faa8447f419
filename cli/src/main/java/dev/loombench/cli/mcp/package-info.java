/// `loombench mcp`: the commands that observe and measure, as tools of the Model Context Protocol.
@NullMarked
package dev.loombench.cli.mcp;

import org.jspecify.annotations.NullMarked;
