//! Finding: fusion, filters, explanations.
