"""Networks that play without the library that trained them: files, inputs, outputs."""
