// Directive of kernels whose lanes exchange numbers within a subgroup: the first prelude of their text.
enable subgroups;
