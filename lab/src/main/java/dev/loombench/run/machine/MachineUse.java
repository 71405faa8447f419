package dev.loombench.run.machine;

import java.util.Optional;
import java.util.OptionalLong;

/// The use of a machine by one run.
public interface MachineUse extends AutoCloseable {
    /// Whether no other run was detected.
    boolean exclusive();

    /// The process of the other run; empty without one, and where it is unknown.
    OptionalLong otherProcess();

    /// The reason why other runs cannot be detected, nor detect this one; empty when they can.
    Optional<String> problem();

    @Override
    void close();
}
