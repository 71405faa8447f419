package dev.loombench.analysis.validity.machine;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.finding.Kind;

/// Something that happened on the machine around the servers.
///
/// A machine affects all variants, so each of these is found once per run and names the variants in
/// whose trials it was observed.
public sealed interface MachineFinding extends ResultFinding
        permits ConcurrentRun,
                CpuContentionBefore,
                CpuContentionDuring,
                ListenQueueOverflowed,
                MemoryShort,
                NetworkCrossed,
                RestingServersBusy,
                Retransmitted,
                ServerStopped,
                SharedMachine {
    @Override
    default Topic topic() {
        return Topic.MACHINE;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case ConcurrentRun _ -> ConcurrentRun.KIND;
            case CpuContentionBefore _ -> CpuContentionBefore.KIND;
            case CpuContentionDuring _ -> CpuContentionDuring.KIND;
            case ListenQueueOverflowed _ -> ListenQueueOverflowed.KIND;
            case MemoryShort _ -> MemoryShort.KIND;
            case NetworkCrossed _ -> NetworkCrossed.KIND;
            case RestingServersBusy _ -> RestingServersBusy.KIND;
            case Retransmitted _ -> Retransmitted.KIND;
            case ServerStopped _ -> ServerStopped.KIND;
            case SharedMachine _ -> SharedMachine.KIND;
        };
    }
}
