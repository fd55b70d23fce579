// Being asked to stop: long work asks now and then, and leaves by an exception from wherever it is.
#pragma once

#include <atomic>
#include <exception>

namespace sapper {

struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped"; }
};

// Whom long work asks: several times a second, however large the board.
class Stop {
public:
    Stop() = default;
    Stop(const Stop&) = delete;
    Stop& operator=(const Stop&) = delete;
    virtual ~Stop() = default;

    // Throws when it is time to stop.
    virtual void check() const = 0;
};

// For work in several threads: any of them, or another one, may set it.
class StopFlag final : public Stop {
public:
    void set() { is_set_.store(true, std::memory_order_relaxed); }
    bool is_set() const { return is_set_.load(std::memory_order_relaxed); }
    void check() const override {
        if (is_set()) throw Stopped{};
    }

private:
    std::atomic<bool> is_set_{false};
};

// No stop: nobody will ask.
inline void check_stop(const Stop* stop) {
    if (stop != nullptr) stop->check();
}

}  // namespace sapper
