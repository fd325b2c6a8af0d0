"""torch: REINFORCE, actor-critic and DQN on a corridor: Categorical, a replay memory, a target network."""

import random

import torch
from torch import nn
from torch.distributions import Categorical


class Corridor:
    def reset(self):
        self.place, self.steps = 4, 0
        return self.seen()

    def seen(self):
        return nn.functional.one_hot(torch.tensor(self.place), 9).float()

    def step(self, action):
        self.place += 1 if action else -1
        self.steps += 1
        return self.seen(), float(self.place == 8), self.place in (0, 8) or self.steps == 20


torch.manual_seed(0)
random.seed(0)
world = Corridor()
policy = nn.Sequential(nn.Linear(9, 16), nn.Dropout(0.1), nn.ReLU())
actor, critic = nn.Linear(16, 2), nn.Linear(16, 1)
for kind in ("reinforce", "actor-critic"):
    optimizer = torch.optim.Adam([*policy.parameters(), *actor.parameters(), *critic.parameters()], lr=1e-2)
    for _ in range(10):
        state, done, logs, values, rewards = world.reset(), False, [], [], []
        while not done:
            hidden = policy(state)
            choice = Categorical(logits=actor(hidden))
            action = choice.sample()
            state, reward, done = world.step(action.item())
            logs.append(choice.log_prob(action))
            values.append(critic(hidden).squeeze())
            rewards.append(reward)
        returns = torch.tensor([sum(r * 0.9**i for i, r in enumerate(rewards[t:])) for t in range(len(rewards))])
        values = torch.stack(values)
        if kind == "reinforce":
            loss = -(torch.stack(logs) * (returns - returns.mean())).sum()
        else:
            loss = -(torch.stack(logs) * (returns - values.detach())).sum() + nn.functional.smooth_l1_loss(values, returns)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(kind, loss.item(), len(rewards))
net, target, memory = (nn.Sequential(nn.Linear(9, 16), nn.ReLU(), nn.Linear(16, 2)) for _ in range(2)), None, []
net, target = net
target.load_state_dict(net.state_dict())
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2, amsgrad=True)
for _ in range(8):
    state, done = world.reset(), False
    while not done:
        action = random.randrange(2) if random.random() < 0.3 else net(state).argmax().item()
        after, reward, done = world.step(action)
        memory.append((state, action, after, reward, done))
        state = after
        if len(memory) > 16:
            s, a, n, r, d = zip(*random.sample(memory, 16))
            now = net(torch.stack(s)).gather(1, torch.tensor(a)[:, None]).squeeze(1)
            with torch.no_grad():
                goal = torch.tensor(r) + 0.9 * target(torch.stack(n)).max(1).values * (1 - torch.tensor(d).float())
            loss = nn.functional.smooth_l1_loss(now, goal)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_value_(net.parameters(), 100)
            optimizer.step()
            for p, q in zip(target.parameters(), net.parameters()):
                p.data.mul_(0.95).add_(q.data, alpha=0.05)
print("dqn", loss.item())
