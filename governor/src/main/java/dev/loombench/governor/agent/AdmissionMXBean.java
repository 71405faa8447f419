package dev.loombench.governor.agent;

/// The management interface of the agent's limit, registered as `dev.loombench:type=Admission`.
public interface AdmissionMXBean {
    /// Which servers' requests are limited, and why others are not.
    String getState();

    /// Requests that may be in flight now.
    int getLimit();

    int getInFlight();

    /// Requests admitted so far.
    long getAdmitted();

    /// Requests rejected so far.
    long getRejected();
}
