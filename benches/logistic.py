"""Weighted logistic regression by Newton's method: what the two calibrations of the reader share."""
import numpy as np


def fit(rows, labels, weights, penalty):
    """Weights of the columns of `rows` and, last, the bias; `penalty` on the squares of all but the bias."""
    weights = weights / weights.sum()
    z = np.c_[rows, np.ones(len(rows))]
    b = np.zeros(z.shape[1])
    for _ in range(60):
        p = probability(rows, b)
        gradient = z.T @ (weights * (p - labels)) + penalty * np.r_[b[:-1], 0]
        hessian = (z * (weights * p * (1 - p))[:, None]).T @ z + np.diag(np.r_[np.full(len(b) - 1, penalty), 1e-9])
        b -= np.linalg.solve(hessian, gradient)
    return b


def probability(rows, b):
    return 1 / (1 + np.exp(-(np.c_[rows, np.ones(len(rows))] @ b)))
