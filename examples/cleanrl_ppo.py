"""Trains a network by PPO in one file, in the style of CleanRL (https://github.com/vwxyzjn/cleanrl).

    pip install torch
    python examples/cleanrl_ppo.py --level 5x5x4/open --steps 1000000

It differs from CleanRL's ppo.py in two ways. Actions that change nothing get no probability, and a
step whose action the environment ignores, because a game has just ended, is left out of the loss.
"""

import argparse

import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from sapper.env import VectorPlanes


class Agent(nn.Module):
    """A network for the value of a position, and one for the actions."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.critic, self.actor = _layers(inputs, 1, 1.0), _layers(inputs, actions, 0.01)

    def forward(
        self, planes: torch.Tensor, masks: torch.Tensor
    ) -> tuple[Categorical, torch.Tensor]:
        """The distribution of actions, and the value."""
        x = planes.flatten(1).float()
        return Categorical(logits=self.actor(x).masked_fill(~masks, -1e8)), self.critic(x)[:, 0]


def _layers(inputs: int, outputs: int, scale: float) -> nn.Sequential:
    layers = [nn.Linear(inputs, 256), nn.Linear(256, 256), nn.Linear(256, outputs)]
    for layer, std in zip(layers, (2**0.5, 2**0.5, scale), strict=True):
        nn.init.orthogonal_(layer.weight, std)
        nn.init.zeros_(layer.bias)
    return nn.Sequential(layers[0], nn.Tanh(), layers[1], nn.Tanh(), layers[2])


def train(options: argparse.Namespace) -> list[float]:
    """Train, and return the share of won games in each round."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    envs = VectorPlanes(
        gymnasium.make_vec(
            "sapper/Custom-v0", num_envs=options.envs, level=options.level, reward="progress"
        )
    )
    inputs, count = int(np.prod(envs.single_observation_space.shape)), options.envs
    agent = Agent(inputs, int(envs.single_action_space.n))
    optimizer = torch.optim.Adam(agent.parameters(), lr=options.rate, eps=1e-5)
    observations, info = envs.reset(seed=options.seed * count)
    over = np.zeros(count, bool)
    shares = []
    for _ in range(-(-options.steps // (options.rollout * count))):
        rows, won, ended = [], 0, 0
        for _ in range(options.rollout):
            planes = torch.from_numpy(observations)
            masks = torch.from_numpy(info["action_mask"].astype(bool))
            with torch.no_grad():
                chances, values = agent(planes, masks)
                actions = chances.sample()
            ignored = torch.from_numpy(over)
            observations, rewards, terminated, truncated, info = envs.step(actions.numpy())
            over = terminated | truncated
            won, ended = won + int(info["won"][over].sum()), ended + int(over.sum())
            found = planes, masks, actions, chances.log_prob(actions), values
            rows.append((*found, torch.tensor(rewards).float(), torch.from_numpy(over), ignored))
        shares.append(won / max(ended, 1))
        with torch.no_grad():
            masks = torch.from_numpy(info["action_mask"].astype(bool))
            following = agent(torch.from_numpy(observations), masks)[1]
        planes, masks, actions, logs, values, rewards, ends, ignored = map(
            torch.stack, zip(*rows, strict=True)
        )
        advantages, last = torch.zeros_like(rewards), torch.zeros(count)
        for step in reversed(range(options.rollout)):
            goes_on = (~ends[step]).float()
            delta = rewards[step] + options.gamma * following * goes_on - values[step]
            advantages[step] = last = delta + options.gamma * 0.95 * goes_on * last
            following = values[step]
        goals = advantages + values
        batch = [x.flatten(0, 1)[~ignored.flatten()] for x in (planes, masks, actions, logs)]
        batch += [x.flatten()[~ignored.flatten()] for x in (advantages, goals)]
        for _ in range(4):
            for at in torch.randperm(len(batch[0])).split(options.batch):
                _improve(agent, optimizer, *(x[at] for x in batch))
    return shares


def _improve(agent, optimizer, planes, masks, actions, logs, advantages, goals) -> None:
    chances, values = agent(planes, masks)
    ratio = (chances.log_prob(actions) - logs).exp()
    advantages = (advantages - advantages.mean()) / (advantages.std(unbiased=False) + 1e-8)
    policy = torch.max(-advantages * ratio, -advantages * ratio.clamp(0.8, 1.2)).mean()
    loss = policy + 0.25 * ((values - goals) ** 2).mean() - 0.01 * chances.entropy().mean()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
    optimizer.step()


def main() -> None:
    """Train, and print the share of won games about ten times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="5x5x4/open")
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--envs", type=int, default=64, help="games at once (64)")
    parser.add_argument("--rollout", type=int, default=32, help="steps per round and game (32)")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate (0.001)")
    parser.add_argument("--gamma", type=float, default=0.9)
    options = parser.parse_args()
    shares = train(options)
    size = options.rollout * options.envs
    for tenth in np.array_split(np.arange(len(shares)), min(10, len(shares))):
        won = np.mean([shares[i] for i in tenth])
        print(f"steps {size * int(tenth[0]):,} to {size * int(tenth[-1] + 1):,}: {won:.1%} won")


if __name__ == "__main__":
    main()
