// Lessons for the champion's networks: positions in which nothing is certain, and the results of
// guesses there in rollouts.
//
//     champion_data OUT LEVEL GAMES SEED THREADS BOARDS [NET]
//
// plays GAMES games of LEVEL (beginner, intermediate or expert; every other one with rule open).
// For each guess on the way it writes up to 12 candidates: their surroundings, scalars, safety, and
// the mean of BOARDS rollouts. With NET, a policy rates guesses in the game and in the rollouts;
// otherwise the least risk decides. A record is `struct Lesson` below. A game is a pure function of
// its seed, so the file does not depend on THREADS. See bench/champion_train.py. `make check`
// builds it as build/strict/champion_data.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "champion.hpp"
#include "champion_levels.hpp"
#include "rollout.hpp"

namespace {

using namespace sapper;

#pragma pack(push, 1)
struct Lesson {
    std::uint32_t game;
    std::uint16_t guess;    // number of the guess in the game, from 0
    std::uint8_t is_first;  // the player's own choice
    std::uint8_t kinds[Net::squares];
    float odds[Net::squares];
    float scalars[Net::scalars];
    float safe;
    float win;  // mean of the rollouts, if it is safe
};
#pragma pack(pop)

constexpr std::size_t best = 8;    // the most promising candidates
constexpr std::size_t others = 4;  // random other candidates

class Teacher {
public:
    Teacher(Level level, const ChampionSettings& settings, std::size_t boards)
        : level_(level), settings_(settings), boards_(boards), champion_(settings) {}

    std::vector<Lesson> play(std::uint32_t game, std::uint64_t seed) {
        std::vector<Lesson> lessons;
        Random random(~(seed + game));
        Solver solver;
        Referee referee;
        begin(level_, game % 2 == 1, seed + game, solver, referee);
        for (std::uint16_t number = 0; !referee.open_certain(solver); ++number) {
            if (solver.boards() <= 200.0) break;  // the endgame needs no lessons
            std::vector<Guess> guesses = champion_.rank_by_policy(solver);
            const int first_choice = guesses.front().place;
            for (std::size_t i = best; i < guesses.size() && i < best + others; ++i) {
                const auto rest = static_cast<std::uint32_t>(guesses.size() - i);
                std::swap(guesses[i], guesses[i + random.below(rest)]);
            }
            if (guesses.size() > best + others) guesses.resize(best + others);
            if (guesses.size() > 1) teach(solver, guesses, game, number, random.next(), lessons);
            // Sometimes choose differently, so that the lessons cover more than the player's
            // habits.
            const int place =
                random.below(5) != 0
                    ? first_choice
                    : guesses[random.below(static_cast<std::uint32_t>(guesses.size()))].place;
            if (referee.is_mine(place)) break;
            solver.position().settle_safe(place);
        }
        return lessons;
    }

private:
    void teach(const Solver& solver, std::vector<Guess>& guesses, std::uint32_t game,
               std::uint16_t number, std::uint64_t seed, std::vector<Lesson>& lessons) {
        const int first_choice = champion_.rank_by_policy(solver).front().place;
        for (Guess& guess : guesses) champion_.look_ahead(solver, guess);
        const Budget budget{.boards = boards_, .threads = 1, .seed = seed, .eliminate = false};
        patch_.read(solver);
        std::vector<Estimate> estimates =
            sapper::estimate(solver, guesses, rollout_settings(settings_), budget);
        // Not best first, because the position of a guess in the file must not reveal its result.
        std::sort(estimates.begin(), estimates.end(), [](const Estimate& x, const Estimate& y) {
            return x.guess.place < y.guess.place;
        });
        for (const Estimate& estimate : estimates) {
            Lesson lesson{};
            lesson.game = game;
            lesson.guess = number;
            lesson.is_first = estimate.guess.place == first_choice ? 1 : 0;
            std::array<std::uint8_t, Net::squares> kinds{};
            std::array<float, Net::squares> odds{};
            patch_.surroundings(estimate.guess.place, kinds, odds);
            std::copy(kinds.begin(), kinds.end(), lesson.kinds);
            std::copy(odds.begin(), odds.end(), lesson.odds);
            const Net::Scalars scalars = champion_.scalars(estimate.guess, true);
            std::copy(scalars.begin(), scalars.end(), lesson.scalars);
            lesson.safe = static_cast<float>(estimate.guess.safe);
            lesson.win = static_cast<float>(estimate.mean / estimate.guess.safe);
            lessons.push_back(lesson);
        }
    }

    Level level_;
    ChampionSettings settings_;
    std::size_t boards_;
    Champion champion_;
    Rater patch_;
};

int make_lessons(int argc, char** argv) {
    if (argc < 7) throw std::invalid_argument("six arguments are needed");
    const Level level = level_named(argv[2]);
    const auto games = static_cast<std::uint32_t>(std::stoul(argv[3]));
    const std::uint64_t seed = std::stoull(argv[4]);
    const int threads = std::stoi(argv[5]);
    ChampionSettings settings;
    settings.untouched = 1000;
    if (argc > 7) settings.policy = load(argv[7]);
    std::vector<std::vector<Lesson>> lessons(games);
    std::atomic<std::uint32_t> next{0};
    std::vector<std::thread> pool;
    for (int t = 0; t < threads; ++t) {
        pool.emplace_back([&] {
            Teacher teacher(level, settings, std::stoul(argv[6]));
            for (std::uint32_t game; (game = next++) < games;) {
                lessons[game] = teacher.play(game, seed);
            }
        });
    }
    for (std::thread& thread : pool) thread.join();
    std::ofstream out(argv[1], std::ios::binary);
    std::size_t count = 0;
    for (const std::vector<Lesson>& of_game : lessons) {
        count += of_game.size();
        out.write(reinterpret_cast<const char*>(of_game.data()),
                  static_cast<std::streamsize>(of_game.size() * sizeof(Lesson)));
    }
    std::printf("%zu lessons\n", count);
    return out.good() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    return run("champion_data OUT LEVEL GAMES SEED THREADS BOARDS [NET]",
               [&] { return make_lessons(argc, argv); });
}
