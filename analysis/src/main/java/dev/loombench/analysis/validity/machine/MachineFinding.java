package dev.loombench.analysis.validity.machine;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;

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
}
