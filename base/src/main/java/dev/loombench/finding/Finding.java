package dev.loombench.finding;

/// Something that was found: of a load, of a result or of a service.
///
/// What holds for all findings of a [Kind] is said once, by the kind: the name in files, the rule
/// with its limits, and the severities. One finding is its figures, from which its words are made.
public interface Finding {
    Kind kind();

    /// That of its kind, where all findings of the kind have one.
    default Severity severity() {
        return kind().onlySeverity();
    }

    /// What was found, with figures: a clause without a full stop. Names, and texts from files and
    /// services, are untrusted.
    String message();

    /// The figures: a record whose components have their names in files. Without a record of their
    /// own they are those of the finding.
    default Record figures() {
        return (Record) this;
    }
}
