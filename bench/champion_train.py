"""Train one of the champion's networks on positions from bench/champion_data.cpp. Needs torch.

    python bench/champion_train.py OUT LESSONS... [--lookahead] [--width 64] [--epochs 30]
                                   [--seed 0]

A network sees the cells around a guess and a few numbers about the position, and estimates the
chance of winning if the guess is safe. Only the ranking of the guesses in a position matters. So
the network mainly learns the differences between guesses, and the mean error over all guesses in a
position has little weight. Every batch is rotated and mirrored at random. One position in twenty is
kept for testing. On these positions, the script prints by how many percentage points the network's
choices raise the chance of winning, compared with those of the player that made the training data.

The output file starts with "SNET", the radius and the widths of both layers. The weights follow as
little-endian float32, in the order in which native/net.cpp reads them.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

RADIUS = 3
SQUARES = (2 * RADIUS + 1) ** 2
KINDS = 20
UNTOUCHED, BORDER = 10, 13
SCALARS = 9
POLICY_SCALARS = 5  # the number of scalars that need no lookahead

LESSON = np.dtype(
    [
        ("game", "<u4"),
        ("guess", "<u2"),
        ("is_first", "u1"),
        ("kinds", "u1", SQUARES),
        ("odds", "<f4", SQUARES),
        ("scalars", "<f4", SCALARS),
        ("safe", "<f4"),
        ("win", "<f4"),
    ]
)


class Lessons:
    """The training positions with their guesses. `mask` distinguishes guesses from padding."""

    def __init__(self, files: list[Path], lookahead: bool, device: str) -> None:
        parts = [np.fromfile(file, LESSON) for file in files]
        records = np.concatenate(parts)
        source = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
        change = (
            (np.diff(source) != 0)
            | (np.diff(records["game"].astype(np.int64)) != 0)
            | (np.diff(records["guess"].astype(np.int64)) != 0)
        )
        position = np.concatenate([[0], np.cumsum(change)])
        start = np.concatenate([[0], np.flatnonzero(change) + 1])
        rank = np.arange(len(records)) - start[position]
        self.count, most = int(position[-1]) + 1, int(rank.max()) + 1

        def padded(values: np.ndarray) -> torch.Tensor:
            out = np.zeros((self.count, most, *values.shape[1:]), values.dtype)
            out[position, rank] = values
            return torch.from_numpy(out).to(device)

        side = 2 * RADIUS + 1
        self.kinds = padded(records["kinds"].reshape(-1, side, side))
        self.odds = padded(records["odds"].astype(np.float16).reshape(-1, side, side))
        scalars = records["scalars"].copy()
        if not lookahead:
            scalars[:, POLICY_SCALARS:] = 0.0
        self.scalars = padded(scalars)
        self.safe = padded(records["safe"])
        self.win = padded(records["safe"] * records["win"])
        self.first = padded(records["is_first"])
        self.mask = padded(np.ones(len(records), np.float32))


class Net(nn.Module):  # type: ignore[misc]
    """The network of native/net.cpp."""

    def __init__(self, width: int, second: int, dropout: float) -> None:
        super().__init__()
        self.by_kind = nn.Parameter(torch.randn(SQUARES * KINDS, width) * 0.05)
        self.by_odds = nn.Parameter(torch.randn(SQUARES * 2, width) * 0.05)
        self.by_scalar = nn.Linear(SCALARS, width)
        self.hidden = nn.Linear(width, second)
        self.out = nn.Linear(second, 1)
        self.direct = nn.Linear(SCALARS, 1, bias=False)
        self.dropout = nn.Dropout(dropout)
        nn.init.zeros_(self.out.weight)

    def forward(
        self, kinds: torch.Tensor, odds: torch.Tensor, scalars: torch.Tensor
    ) -> torch.Tensor:
        """The chance of winning for each guess, if the guess is safe."""
        kinds = kinds.flatten(1).long()
        odds = odds.flatten(1).float()
        squares = torch.arange(SQUARES, device=kinds.device) * KINDS
        which = torch.zeros(len(kinds), SQUARES * KINDS, device=kinds.device)
        which.scatter_(1, kinds + squares, 1.0)
        slopes = torch.stack([odds * (kinds >= BORDER), odds * (kinds == UNTOUCHED)], 2).flatten(1)
        x = self.by_scalar(scalars) + which @ self.by_kind + slopes @ self.by_odds
        x = torch.relu(self.hidden(self.dropout(torch.relu(x))))
        return torch.sigmoid((self.out(x) + self.direct(scalars))[:, 0])

    def parts(self) -> list[torch.Tensor]:
        """The weights, in the order in which the file stores them."""
        return [
            self.by_kind,
            self.by_odds,
            self.by_scalar.weight.T,
            self.by_scalar.bias,
            self.hidden.weight.T,
            self.hidden.bias,
            self.out.weight,
            self.direct.weight,
            self.out.bias,
        ]

    def save(self, file: Path) -> None:
        """Write the weights in the file format of the engine."""
        width, second = self.by_kind.shape[1], self.hidden.out_features
        head = b"SNET" + np.array([RADIUS, width, second], "<u4").tobytes()
        body = [
            part.detach().cpu().contiguous().numpy().astype("<f4").tobytes()
            for part in self.parts()
        ]
        file.write_bytes(head + b"".join(body))


def rate(net: Net, lessons: Lessons, index: torch.Tensor, way: int) -> torch.Tensor:
    """The chance of winning with each guess, or 0 for padding. `way` is one of 8 orientations."""
    kinds, odds = lessons.kinds[index], lessons.odds[index]
    for bit, axis in ((1, 2), (2, 3)):
        if way & bit:
            kinds, odds = kinds.flip(axis), odds.flip(axis)
    if way & 4:
        kinds, odds = kinds.transpose(2, 3), odds.transpose(2, 3)
    real = lessons.mask[index] > 0
    rated = torch.zeros(real.shape, device=kinds.device)
    rated[real] = net(kinds[real], odds[real], lessons.scalars[index][real])
    return rated * lessons.safe[index]


def centred(values: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return (values - (values * mask).sum(1, keepdim=True) / mask.sum(1, keepdim=True)) * mask


@torch.no_grad()  # type: ignore[untyped-decorator]
def gain(net: Net, lessons: Lessons, kept: torch.Tensor, ways: int) -> tuple[float, float]:
    """How much more often the network's choices win than the player's, with the standard error."""
    net.eval()
    gains = []
    for index in kept.split(1024):
        rated = sum(rate(net, lessons, index, way) for way in range(ways))
        assert isinstance(rated, torch.Tensor)
        chosen = (rated - 9.0 * (1 - lessons.mask[index])).argmax(1, keepdim=True)
        first = lessons.first[index].argmax(1, keepdim=True)
        win = lessons.win[index]
        gains.append((win.gather(1, chosen) - win.gather(1, first))[:, 0])
    net.train()
    all_gains = torch.cat(gains)
    return all_gains.mean().item(), (all_gains.std() / len(all_gains) ** 0.5).item()


def train(options: argparse.Namespace) -> None:
    torch.manual_seed(options.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    started = time.time()
    lessons = Lessons(options.lessons, options.lookahead, device)
    order = torch.randperm(lessons.count, generator=torch.Generator().manual_seed(options.seed))
    order = order.to(device)
    kept, learnt = order[: lessons.count // 20], order[lessons.count // 20 :]
    print(f"{lessons.count} positions, {int(lessons.mask.sum())} guesses, on {device}", flush=True)
    net = Net(options.width, options.second, options.dropout).to(device)
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-4)
    batches = -(-len(learnt) // options.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, 2e-3, total_steps=options.epochs * batches
    )
    for epoch in range(1, options.epochs + 1):
        shuffled = learnt[torch.randperm(len(learnt)).to(device)]
        total = 0.0
        for index in shuffled.split(options.batch):
            mask = lessons.mask[index]
            off = rate(net, lessons, index, int(torch.randint(8, ()))) - lessons.win[index]
            mean = (off * mask).sum(1) / mask.sum(1)
            loss = (centred(off, mask) ** 2).sum(1).mean() + (mean**2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item()
        if epoch % 5 == 0 or epoch == options.epochs:
            one, error = gain(net, lessons, kept, 1)
            all_ways, _ = gain(net, lessons, kept, 8)
            print(
                f"epoch {epoch}, {time.time() - started:.0f} s: loss {total / batches:.5f}, "
                f"gain {100 * one:.3f} (all ways {100 * all_ways:.3f}) ±{196 * error:.3f}",
                flush=True,
            )
    net.save(options.out)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("lessons", type=Path, nargs="+")
    parser.add_argument("--lookahead", action="store_true", help="use the results of looking ahead")
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--second", type=int, default=32)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--batch", type=int, default=256, help="positions per step")
    parser.add_argument("--seed", type=int, default=0)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
