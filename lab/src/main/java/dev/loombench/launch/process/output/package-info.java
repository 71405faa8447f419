/// What a process under test prints: its log, its lines and the last ones for a message.
@NullMarked
package dev.loombench.launch.process.output;

import org.jspecify.annotations.NullMarked;
