/// The command `plan`: agents on other machines, as manifests of Kubernetes or as a script with
/// ssh.
@NullMarked
package dev.loombench.cli.plan;

import org.jspecify.annotations.NullMarked;
