/** TPC-H's lineitem table as the Group Commit manual creates and loads it: what demo and bench write. */
@NullMarked
package io.tributary.cli.lineitem;

import org.jspecify.annotations.NullMarked;
