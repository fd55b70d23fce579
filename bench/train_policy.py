"""Train a small convolutional network to play Minesweeper, and save it as an agent.

This script needs torch.

    python bench/train_policy.py [--level expert] [--out policy] [--minutes 10] [--seed 0]

The network sees a position and predicts the chance of a mine in every cell. The policy opens the
hidden cell with the lowest predicted chance. The network learns from a teacher, which computes the
exact odds. In each round, all games of a vector environment advance by a few moves, and the teacher
labels their positions. Then the network is trained on labelled positions of this and earlier
rounds, mirrored at random. In half of the games the network chooses the moves, so that it learns
about positions that it reaches itself (DAgger: Ross, Gordon and Bagnell 2011). In the other half
the teacher chooses the moves, so that late positions appear from the beginning.

The script writes the weights to OUT.npz, and a copy of policy_agent.py to OUT.py. The copy needs
only numpy:

    sapper bench OUT.py expert --games 1000
    sapper compare OUT.py odds expert --games 1000 --luck

A third file, OUT.pt, has what is needed to continue an interrupted run: the same command with
--resume. The run then collects new positions, so its network differs from that of a run that was
not interrupted. With more --minutes or --rounds, a finished run is continued too.

On the same machine, the same seed, settings and number of rounds give the same network. With
--minutes, the number of rounds depends on the machine. The script prints this number, so that the
run can be repeated with --rounds. A GPU is used if there is one.
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from report import machine
from sapper.core.level import Level
from sapper.core.view import GIVEN, HIDDEN, View
from sapper.env import SapperVectorEnv
from sapper.reason.odds import odds

MOVES = 6
"""the number of moves per round and game"""

SHAPE = ("level", "width", "blocks")
"""the settings that a resumed run must share"""

TEST_SEED = 10**9
"""the first board of the test games; training boards have other seeds"""


class Network(nn.Module):  # type: ignore[misc]
    """A network of residual 3x3 convolutions, whose output is a logit for each cell."""

    def __init__(self, mines: int, width: int, blocks: int) -> None:
        super().__init__()
        self.mines = mines
        self.first = nn.Conv2d(14, width, 3, padding=1)
        self.blocks = nn.ModuleList(
            nn.ModuleList(nn.Conv2d(width, width, 3, padding=1) for _ in range(2))
            for _ in range(blocks)
        )
        self.last = nn.Conv2d(width, 1, 1)
        for _, second in self.blocks:
            nn.init.zeros_(second.weight)

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        planes = nn.functional.one_hot(states.long(), 12).permute(0, 3, 1, 2).float()
        hidden = (states >= HIDDEN).sum((1, 2)).clamp(min=1)
        share = (self.mines / hidden)[:, None, None, None].expand(-1, 1, *states.shape[1:])
        x = torch.cat([planes, torch.ones_like(share), share], dim=1)
        x = torch.relu(self.first(x))
        for first, second in self.blocks:
            x = torch.relu(x + second(torch.relu(first(x))))
        logits: torch.Tensor = self.last(x)[:, 0]
        return logits


class Trainer:
    """A network in training, with its games and the labelled positions so far."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.level = Level.parse(options.level)
        self.device = torch.device(
            options.device or ("cuda" if torch.cuda.is_available() else "cpu")
        )
        torch.manual_seed(options.seed)
        torch.backends.cudnn.deterministic = True
        self.random = np.random.default_rng(options.seed)
        self.network = Network(self.level.mines, options.width, options.blocks).to(self.device)
        self.best = torch.optim.AdamW(self.network.parameters(), options.rate, weight_decay=1e-4)
        self.pool = ThreadPoolExecutor(os.cpu_count() or 1)
        shape = options.memory, self.level.height, self.level.width
        self.states = torch.zeros(shape, dtype=torch.uint8, device=self.device)
        self.odds = torch.zeros(shape, dtype=torch.float16, device=self.device)
        self.stored = 0
        self.env = self.games(options.games, autoreset_mode="SameStep", copy=False)
        self.env.reset(seed=options.seed * 10**6)

    def games(self, count: int, **settings: Any) -> SapperVectorEnv:
        return SapperVectorEnv(count, self.level, max_episode_steps=10**6, **settings)

    def logits(self, states: torch.Tensor) -> torch.Tensor:
        on_gpu = self.device.type == "cuda"
        with torch.autocast(self.device.type, torch.bfloat16, enabled=on_gpu):
            return self.network(states).float()

    def choices(self, observations: NDArray[np.int8]) -> NDArray[np.int64]:
        """The cells that the policy opens in these positions."""
        with torch.no_grad():
            states = torch.from_numpy(observations.astype(np.uint8)).to(self.device)
            logits = self.logits(states).masked_fill(states < HIDDEN, math.inf)
            best: NDArray[np.int64] = logits.flatten(1).argmin(1).cpu().numpy()
        flat = observations.reshape(len(observations), -1)
        return np.where((flat == GIVEN).any(1), flat.argmax(1), best)

    def labels(self, observations: NDArray[np.int8]) -> NDArray[np.float64]:
        """The exact odds of each cell, or NaN for open cells."""

        def label(states: bytes) -> NDArray[np.float64]:
            return odds(View(self.level, states).with_promises()).array

        return np.stack(list(self.pool.map(label, [one.tobytes() for one in observations])))

    def play(self) -> None:
        """Label the current positions, and advance all games by a few moves."""
        env, count = self.env, self.options.games
        states = env.games.states
        chances = self.labels(states)
        # Leave out positions with cells given as safe, because the policy opens these cells without
        # the network.
        keep = ~(states == GIVEN).any((1, 2))
        self.store(states[keep], chances[keep])
        taught = np.arange(count) < count // 2
        flat = chances.reshape(count, -1)
        rank = self.random.random(flat.shape)
        same_board = np.ones(count, bool)
        for move in range(MOVES):
            own = self.choices(states)
            now = states.reshape(count, -1)
            # The teacher guesses only on its first move. Later, if its odds show no safe cell, it
            # opens a cell given as safe, or clicks on an open cell, which changes nothing.
            idle = np.where((now == GIVEN).any(1), now.argmax(1), now.argmin(1))
            safe = (flat == 0) & (now >= HIDDEN) & same_board[:, None]
            known = np.where(safe, rank, 0).argmax(1)
            guess = np.where(now >= HIDDEN, flat, np.inf).argmin(1)
            teacher = np.where(safe.any(1), known, guess if move == 0 else idle)
            *_, terminated, truncated, _ = env.step(np.where(taught, teacher, own))
            same_board &= ~(terminated | truncated)

    def store(self, states: NDArray[np.int8], chances: NDArray[np.float64]) -> None:
        at = torch.arange(self.stored, self.stored + len(states)) % self.options.memory
        self.states[at] = torch.from_numpy(states.astype(np.uint8)).to(self.device)
        self.odds[at] = torch.from_numpy(np.nan_to_num(chances)).half().to(self.device)
        self.stored += len(states)

    def learn(self, progress: float) -> float:
        """Train on random stored positions, and return the mean loss."""
        options, batches = self.options, int(self.options.batches)
        for group in self.best.param_groups:
            group["lr"] = options.rate * (0.02 + 0.98 * (1 + math.cos(math.pi * progress)) / 2)
        total = 0.0
        for _ in range(batches):
            high = min(self.stored, options.memory)
            at = torch.from_numpy(self.random.integers(high, size=options.batch)).to(self.device)
            states, chances = self.states[at], self.odds[at].float()
            mirrored = [axis for axis in (1, 2) if self.random.random() < 0.5]
            states, chances = states.flip(mirrored), chances.flip(mirrored)
            hidden = states >= HIDDEN
            opened = nn.functional.pad((~hidden).float()[:, None], (1, 1, 1, 1))
            border = nn.functional.max_pool2d(opened, 3, 1)[:, 0] > 0
            # Cells that touch no clue all have the same chance, which is easy to learn.
            weight = hidden * torch.where(border, 1.0, 0.05)
            loss = nn.functional.binary_cross_entropy_with_logits(
                self.logits(states), chances, weight, reduction="sum"
            )
            loss = loss / weight.sum()
            self.best.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            self.best.step()
            total += float(loss.detach())
        return total / batches

    def test(self, count: int) -> float:
        """The share of test games that the policy wins."""
        env = self.games(count, autoreset_mode="Disabled", copy=False)
        env.reset(seed=TEST_SEED)
        while not (env.games.terminated | env.games.truncated).all():
            env.games.step(self.choices(env.games.states))
        return int(env.games.won.sum()) / count

    def save(self, out: Path, rounds: int, minutes: float) -> None:
        """Write what `resume` needs, so that an interruption leaves the old file or the new one."""
        found = {"network": self.network.state_dict(), "best": self.best.state_dict()}
        shape = {name: getattr(self.options, name) for name in SHAPE}
        new = out.with_suffix(".pt.new")
        torch.save({**found, "shape": shape, "rounds": rounds, "minutes": minutes}, new)
        new.replace(out.with_suffix(".pt"))

    def resume(self, out: Path) -> tuple[int, float]:
        """Continue a run, and return its rounds and minutes. Raises a ValueError if it can't."""
        file = out.with_suffix(".pt")
        if not file.exists():
            raise ValueError(f"{file} does not exist, so there is no run to resume")
        found = torch.load(file, self.device, weights_only=True)
        for name, value in found["shape"].items():
            if value != getattr(self.options, name):
                raise ValueError(f"the run in {file} was started with --{name} {value}")
        self.network.load_state_dict(found["network"])
        self.best.load_state_dict(found["best"])
        # Boards that the run has not seen: it has dealt at most MOVES boards per round and game.
        seen = found["rounds"] * MOVES * self.options.games
        self.random = np.random.default_rng([self.options.seed, found["rounds"]])
        self.env.reset(seed=self.options.seed * 10**6 + seen)
        return found["rounds"], found["minutes"]

    def write(self, out: Path) -> None:
        weights = {name: w.float().cpu().numpy() for name, w in self.network.state_dict().items()}
        np.savez(out.with_suffix(".npz"), **weights)
        shutil.copyfile(Path(__file__).with_name("policy_agent.py"), out.with_suffix(".py"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--level", default="expert")
    parser.add_argument("--out", type=Path, default=Path("policy"))
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, help="stop after this number of rounds instead")
    parser.add_argument("--resume", action="store_true", help="continue the run in OUT.pt")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=int, default=1024, help="played at once (1024)")
    parser.add_argument("--width", type=int, default=64, help="channels per layer (64)")
    parser.add_argument("--blocks", type=int, default=6, help="residual blocks (6)")
    parser.add_argument("--batch", type=int, default=1024, help="positions per batch (1024)")
    parser.add_argument("--batches", type=int, default=4, help="per round (4)")
    parser.add_argument("--rate", type=float, default=2e-3, help="learning rate (0.002)")
    parser.add_argument("--memory", type=int, default=300_000, help="stored positions (300,000)")
    parser.add_argument("--test", type=int, default=1000, help="test games at the end (1,000)")
    parser.add_argument("--device", help="cpu or cuda (a GPU if there is one)")
    options = parser.parse_args()
    if options.memory < options.games:
        parser.error("--memory must be at least --games")
    trainer = Trainer(options)
    size = sum(weight.numel() for weight in trainer.network.parameters())
    print(f"{machine()}; torch {torch.__version__} on {trainer.device}; {size:,} weights")
    start = last = time.monotonic()
    rounds, before, progress, losses = 0, 0.0, 0.0, []
    if options.resume:
        try:
            rounds, before = trainer.resume(options.out)
        except ValueError as problem:
            parser.error(str(problem))
        print(f"resumed after {rounds} rounds and {before:.1f} min")
        progress = rounds / options.rounds if options.rounds else before / options.minutes
        if progress >= 1:
            parser.error("the run is finished: use more --minutes or --rounds to continue it")
    while progress < 1:
        trainer.play()
        if trainer.stored >= options.batch:
            losses.append(trainer.learn(progress))
        rounds += 1
        minutes = before + (time.monotonic() - start) / 60
        progress = rounds / options.rounds if options.rounds else minutes / options.minutes
        if time.monotonic() - last > 20 or progress >= 1:
            last = time.monotonic()
            reached = f"{minutes:.1f} min, {rounds} rounds, {trainer.stored:,} positions"
            if not losses:
                print(f"{reached}, not trained yet", flush=True)
                continue
            won = trainer.test(min(256, options.test))
            print(
                f"{reached}, loss {np.mean(losses[-50:]):.4f}, {won:.1%} of "
                f"{min(256, options.test)} test games won",
                flush=True,
            )
            trainer.write(options.out)
            trainer.save(options.out, rounds, minutes)
    if not losses:
        parser.exit(
            2,
            f"no policy was written, because {trainer.stored:,} positions are too few to train "
            f"with: one batch needs {options.batch:,} (use more --minutes, --rounds or --games, or "
            "a smaller --batch)\n",
        )
    print(f"{trainer.test(options.test):.2%} of {options.test} test games won; --rounds {rounds}")
    print(f"wrote {options.out.with_suffix('.npz')} and {options.out.with_suffix('.py')}")


if __name__ == "__main__":
    main()
