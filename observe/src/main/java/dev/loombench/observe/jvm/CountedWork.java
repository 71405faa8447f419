package dev.loombench.observe.jvm;

/// Completed work that a service may count in its management beans.
public enum CountedWork {
    /// Requests that Tomcat's connectors have served.
    REQUESTS("requests"),
    /// Tasks that executors have run.
    TASKS("tasks of executors");

    private final String label;

    CountedWork(String label) {
        this.label = label;
    }

    /// In words.
    public String label() {
        return label;
    }
}
