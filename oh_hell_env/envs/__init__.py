"""Oh Hell's PettingZoo and Gymnasium environments, built on `cardkit.envs`."""
