package dev.loombench.analysis.validity;

/// Evidence that is missing, or that cannot answer the experiment's question.
public sealed interface EvidenceFinding extends Finding
        permits ConditionsDiffer,
                EvidenceLost,
                EvidenceMissing,
                Incomplete,
                SameProcess,
                SharedBackends,
                ThreadsUnverified,
                TrialsFailed,
                UnexpectedThreads {}
