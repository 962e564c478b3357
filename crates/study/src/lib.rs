//! Experiments with small Go boards: surveys, comparisons, the frontier, publication.
