package io.tributary.frontend.routing;

import io.tributary.contract.calls.TableOwner;

/** Who owns which table. Any thread; never blocks. */
public interface TableOwners {
    /** Also of a table that nobody knows: whoever is asked for it says so. */
    TableOwner ownerOf(long tableId);

    /** Returns a table's name for people: its database and name, or its id where the table is not known. */
    String nameOf(long tableId);
}
