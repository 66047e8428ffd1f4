/** Plots as SVG text: lines over a logarithmic axis, in panels. It knows no benchmark. */
@NullMarked
package io.tributary.bench.plot;

import org.jspecify.annotations.NullMarked;
