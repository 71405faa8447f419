/// Services of the user on this machine: their programs, what they lack, and their start.
@NullMarked
package dev.loombench.launch.service;

import org.jspecify.annotations.NullMarked;
