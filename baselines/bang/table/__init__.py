"""What Bang! brings to `cardtable`."""
