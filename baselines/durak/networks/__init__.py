"""Networks that run without the library that trained them: files, inputs, outputs."""
