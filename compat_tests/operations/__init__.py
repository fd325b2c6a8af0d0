"""Operations: every entry of PyTorch's own op database, with samples recorded once and probed on either side."""
