package dev.loombench.run.machine;

import dev.loombench.result.store.ProcessLock;
import dev.loombench.result.store.ResultError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A lock that detects another run of the same user on this machine, since concurrent runs disturb
/// each other.
///
/// The lock is a file in a folder that only this user can enter, so that no other user can take the
/// lock or replace the file by a link.
public final class MachineLock implements MachineUse {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    /// Empty when another run has it, or no lock is possible.
    private final Optional<ProcessLock> lock;

    private final OptionalLong otherProcess;
    private final Optional<String> problem;

    private MachineLock(
            Optional<ProcessLock> lock, OptionalLong otherProcess, Optional<String> problem) {
        this.lock = lock;
        this.otherProcess = otherProcess;
        this.problem = problem;
    }

    public static MachineLock take() {
        return take(PrivateFolder.candidates());
    }

    /// Looks whether another run has the lock, without taking it: no run notices.
    public static MachineUse look() {
        return look(PrivateFolder.candidates());
    }

    /// @param folders of which runs take the first usable one
    static MachineUse look(List<Path> folders) {
        try {
            var name = fileName();
            var owner =
                    folders.stream()
                            .map(folder -> LockHolder.of(folder.resolve(name)))
                            .filter(OptionalLong::isPresent)
                            .findFirst();
            return new Look(owner.orElse(OptionalLong.empty()), Optional.empty());
        } catch (IOException e) {
            return new Look(OptionalLong.empty(), Optional.of(String.valueOf(e.getMessage())));
        }
    }

    private record Look(OptionalLong otherProcess, Optional<String> problem) implements MachineUse {
        @Override
        public boolean exclusive() {
            return otherProcess.isEmpty();
        }

        @Override
        public void close() {
            // Nothing was taken.
        }
    }

    /// @param folders of which the first usable one is taken, so that all runs of a user use the
    ///   same
    static MachineLock take(List<Path> folders) {
        var problems = new ArrayList<String>();
        for (var folder : folders) {
            try {
                return takeIn(PrivateFolder.make(folder));
            } catch (IOException | UnsupportedOperationException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        return new MachineLock(
                Optional.empty(), OptionalLong.empty(), Optional.of(String.join("; ", problems)));
    }

    private static MachineLock takeIn(Path folder) throws IOException {
        var name = fileName();
        var lock =
                ProcessLock.tryTake(
                        folder,
                        name,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        return new MachineLock(
                lock,
                lock.isPresent() ? OptionalLong.empty() : LockHolder.of(folder.resolve(name)),
                Optional.empty());
    }

    /// The name differs per machine, since several may share a home folder, as over NFS.
    private static String fileName() throws IOException {
        return Files.isReadable(BOOT_ID)
                ? "measuring-%s.lock".formatted(Files.readString(BOOT_ID).strip())
                : "measuring.lock";
    }

    @Override
    public boolean exclusive() {
        return lock.isPresent() || problem.isPresent();
    }

    @Override
    public OptionalLong otherProcess() {
        return otherProcess;
    }

    @Override
    public Optional<String> problem() {
        return problem;
    }

    @Override
    public void close() {
        if (lock.isEmpty()) {
            return;
        }
        try {
            lock.get().close();
        } catch (IOException e) {
            throw new ResultError("cannot release the lock of this machine: " + e, e);
        }
    }
}
