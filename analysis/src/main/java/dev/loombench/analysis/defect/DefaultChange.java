package dev.loombench.analysis.defect;

/// A default that a release of the JDK changed: no defect, but a difference between JDKs that a
/// comparison of them includes.
///
/// @param id as in `JEP-523`
/// @param since the first release with the new default
/// @param what changed, a clause
/// @param setting a clause that names the option for the former or the new default on both
/// @param source a link
public record DefaultChange(String id, Version since, String what, String setting, String source) {}
