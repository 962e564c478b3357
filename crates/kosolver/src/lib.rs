//! Exact optimal scores of small Go boards under every ko rule.
