package dev.loombench.run;

import dev.loombench.run.machine.MachineLock;
import dev.loombench.run.machine.MachineUse;
import dev.loombench.run.machine.ReservedMachine;
import dev.loombench.text.WrongInput;
import java.util.function.Consumer;

/// The runs on this machine beside a load that is no run: it must not disturb them, and they do not
/// notice it, so that several loads may go on at once.
public final class RunsBeside {
    private RunsBeside() {}

    /// Looks before the load whether a run measures.
    ///
    /// @param listener receives [RunEvent.Waiting] during a wait
    /// @return whether one measures, and the load starts all the same
    /// @throws WrongInput when one measures, and that is to end the load
    public static boolean before(OtherRun otherRun, Consumer<RunEvent> listener)
            throws InterruptedException {
        try (var look = new MachineReservation(new Looked(), otherRun, listener, Thread::sleep)) {
            return !look.take().exclusive();
        }
    }

    /// Whether a run measures now.
    public static boolean now() {
        return !MachineLock.look().exclusive();
    }

    private record Looked() implements ReservedMachine {
        @Override
        public String place() {
            return "this machine";
        }

        @Override
        public MachineUse use() {
            return MachineLock.look();
        }
    }
}
