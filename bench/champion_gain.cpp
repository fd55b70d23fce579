// How much more often one champion wins than another, with nearly all luck removed.
//
//     champion_gain LEVEL GAMES SEED THREADS [NAME=VALUE ...]
//
// plays games of LEVEL (expert/safe, at A1, or expert/open, at D4, ...) with a champion of
// different settings. When its guess differs from the shipped champion's, independent rollouts of
// the shipped one judge both guesses on the same boards. The mean of the sum of these differences
// over a game is the difference in the chance of winning, because the other champion wins as often
// as the shipped one, plus the gain of each of its guesses. This holds for any number of judging
// boards; more boards only narrow the interval. The networks of both are read from the folder
// `data`.
//
// Settings of the player: boards (rollouts per guess), guesses (the most to roll out), endgame,
// nodes, window, untouched, averaged, shortlist, policy=FILE, lookahead=FILE (or none); see
// native/champion.hpp. Settings of the measurement: judges (boards, 48), data=FOLDER
// (src/sapper/data).
//
// `make check` builds it as build/strict/champion_gain.

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "champion_levels.hpp"
#include "player.hpp"
#include "rollout.hpp"
#include "thread_clock.hpp"

namespace {

using namespace sapper;

// The result of one game, or of all.
struct GameResult {
    double gain = 0.0;
    double won = 0.0;
    double guesses = 0.0;
    double others = 0.0;                   // guesses that the shipped champion would not have made
    double thinking = 0.0, judging = 0.0;  // CPU seconds
};

class Comparison {
public:
    Comparison(const ChampionSettings& shipped, const Strategy& other, std::size_t judges)
        : settings_(shipped), judges_(judges), champion_(shipped), guesser_(other) {}

    GameResult play(Level level, bool open, std::uint64_t seed) {
        GameResult result;
        Random random(~seed);
        Solver solver;
        Referee referee;
        begin(level, open, seed, solver, referee);
        while (!referee.open_certain(solver)) {
            const double start = thread_seconds();
            const Choice choice = guesser_.choose(solver);
            const double chosen = thread_seconds();
            result.thinking += chosen - start;
            const Choice before = champion_.choose(solver);
            if (!choice.is_exact) result.guesses += 1.0;
            const std::uint64_t judge = random.next();
            if (choice.place != before.place && !(choice.is_exact && before.is_exact)) {
                result.others += 1.0;
                result.gain +=
                    judged(solver, choice.place, judge) - judged(solver, before.place, judge);
            }
            result.judging += thread_seconds() - chosen;
            if (referee.is_mine(choice.place)) return result;
            solver.position().settle_safe(choice.place);
        }
        result.won = 1.0;
        return result;
    }

private:
    double judged(const Solver& solver, int place, std::uint64_t seed) {
        const double safe = 1.0 - solver.odds_at(place);
        const Guess guess{.place = place, .safe = safe};
        const Budget budget{.boards = judges_, .threads = 1, .seed = seed, .eliminate = false};
        return estimate(solver, {&guess, 1}, settings_, budget).front().mean;
    }

    ChampionSettings settings_;
    std::size_t judges_;
    Champion champion_;
    Guesser guesser_;
};

void report(std::FILE* out, const std::string& level, std::span<const GameResult> games) {
    GameResult sum;
    double squares = 0.0;
    for (const GameResult& game : games) {
        sum.gain += game.gain;
        sum.won += game.won;
        sum.guesses += game.guesses;
        sum.others += game.others;
        sum.thinking += game.thinking;
        sum.judging += game.judging;
        squares += game.gain * game.gain;
    }
    const auto count = static_cast<double>(games.size());
    const double mean = sum.gain / count;
    const double error = std::sqrt((squares / count - mean * mean) / count);
    std::fprintf(
        out,
        "%s, %zu games: gain %+.3f +-%.3f %% of games won (95%%); won %.2f %%; %.2f guesses "
        "per game, %.2f of them different; %.4f s thinking and %.4f s judging per game\n",
        level.c_str(), games.size(), 100.0 * mean, 196.0 * error, 100.0 * sum.won / count,
        sum.guesses / count, sum.others / count, sum.thinking / count, sum.judging / count);
}

int measure(int argc, char** argv) {
    if (argc < 5) throw std::invalid_argument("four arguments are needed");
    const std::string name = argv[1];
    const std::size_t slash = name.find('/');
    const Level level = level_named(name.substr(0, slash));
    const std::string rule = slash == std::string::npos ? "" : name.substr(slash + 1);
    if (rule != "safe" && rule != "open") {
        throw std::invalid_argument("'" + name + "' has no rule: add /safe or /open");
    }
    const bool open = rule == "open";
    const auto games = static_cast<std::size_t>(std::stoul(argv[2]));
    const std::uint64_t seed = std::stoull(argv[3]);
    const int threads = std::stoi(argv[4]);
    std::map<std::string, std::string> options = {{"judges", "48"}, {"data", "src/sapper/data"}};
    for (int i = 5; i < argc; ++i) {
        const std::string option = argv[i];
        const std::size_t equals = option.find('=');
        options[option.substr(0, equals)] = option.substr(equals + 1);
    }
    const std::size_t judges = std::stoul(options["judges"]);
    ChampionSettings shipped;
    shipped.policy = load(options["data"] + "/policy.net");
    shipped.lookahead = load(options["data"] + "/lookahead.net");
    options.erase("judges");
    options.erase("data");
    const auto network = [](const std::string& file) {
        return file == "none" ? nullptr : load(file);
    };
    Strategy other{.is_champion = true, .settings = shipped};
    for (const auto& [option, value] : options) {
        if (option == "boards") other.boards = std::stoul(value);
        else if (option == "guesses") other.guesses = std::stoul(value);
        else if (option == "endgame") other.settings.endgame.boards = std::stoul(value);
        else if (option == "nodes") other.settings.endgame.nodes = std::stoul(value);
        else if (option == "window") other.settings.window = std::stod(value);
        else if (option == "untouched") other.settings.untouched = std::stoul(value);
        else if (option == "averaged") other.settings.averaged = std::stoul(value);
        else if (option == "shortlist") other.settings.shortlist = std::stoul(value);
        else if (option == "policy") other.settings.policy = network(value);
        else if (option == "lookahead") other.settings.lookahead = network(value);
        else throw std::invalid_argument("unknown setting: " + option);
    }
    std::vector<GameResult> results(games);
    std::vector<std::atomic<bool>> done(games);
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> pool;
    for (int t = 0; t < threads; ++t) {
        pool.emplace_back([&] {
            Comparison comparison(shipped, other, judges);
            for (std::size_t game; (game = next++) < games;) {
                results[game] = comparison.play(level, open, seed + game);
                done[game] = true;
            }
        });
    }
    // Prints intermediate results. They cover the first games without a gap, because games that end
    // early are not typical.
    std::size_t finished = 0;
    for (int second = 1; finished < games; ++second) {
        std::this_thread::sleep_for(std::chrono::milliseconds(games < 1000 ? 200 : 1000));
        while (finished < games && done[finished]) ++finished;
        if (second % 100 == 0 && finished > 1) report(stderr, name, {results.data(), finished});
    }
    for (std::thread& thread : pool) thread.join();
    report(stdout, name, results);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    return run("champion_gain LEVEL GAMES SEED THREADS [NAME=VALUE ...]",
               [&] { return measure(argc, argv); });
}
