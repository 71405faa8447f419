package dev.loombench.run.machine;

/// A machine on which several runs may measure.
public interface ReservedMachine {
    /// The machine in words, as in `this machine`.
    String place();

    /// Whether another run measures on the machine, from now on until it is closed.
    MachineUse use() throws InterruptedException;
}
