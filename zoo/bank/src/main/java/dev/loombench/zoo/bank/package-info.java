/// An online bank, as services are: a little logic, JSON, a remote call, a ledger in a database.
@NullMarked
package dev.loombench.zoo.bank;

import org.jspecify.annotations.NullMarked;
