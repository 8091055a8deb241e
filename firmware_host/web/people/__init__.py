"""People with phones: joining, names, codes, hunches and predictions."""
