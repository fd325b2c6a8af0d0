"""stable_baselines3: PPO, DQN and SAC on small gymnasium environments, for some steps."""

import warnings

import torch
from stable_baselines3 import A2C, DQN, PPO, SAC

warnings.simplefilter("ignore")
for make, where, options, steps in (
    (PPO, "CartPole-v1", {"n_steps": 64, "batch_size": 32}, 128),
    (A2C, "CartPole-v1", {}, 50),
    (DQN, "CartPole-v1", {"learning_starts": 20, "batch_size": 16}, 60),
    (SAC, "Pendulum-v1", {"learning_starts": 20, "batch_size": 16}, 40),
):
    model = make("MlpPolicy", where, seed=0, device="cpu", **options)
    model.learn(steps)
    with torch.no_grad():
        print(make.__name__, sum(p.abs().sum().item() for p in model.policy.parameters()))
    print(model.predict(model.observation_space.sample() * 0, deterministic=True)[0].tolist())
