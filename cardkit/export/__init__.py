"""Games as data for offline learning: a folder of Parquet files, and its reader."""
