"""What becomes of cotangents between nodes: fitted to the receiver, summed, owned, accumulated into leaves."""
