package dev.loombench.observe.file.content;

/// What a file is, by its content.
public enum FileKind {
    THREAD_PRINT("thread dump"),
    THREAD_LIST("list of all threads"),
    RECORDING("flight recording"),
    CRASH_LOG("crash log"),
    COLLECTION_LOG("log of collections"),
    MEMORY("memory outside the heap"),
    MEMORY_ERRORS("errors of full memory"),
    /// Without anything else.
    COMMAND_LINE("command line");

    private final String label;

    FileKind(String label) {
        this.label = label;
    }

    /// In words, also in JSON.
    public String label() {
        return label;
    }
}
