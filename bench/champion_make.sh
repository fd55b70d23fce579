#!/bin/sh
# The champion's networks from nothing: lessons, a first network, lessons of a player that uses it,
# and the two networks that are shipped.
#
#     bench/champion_make.sh FOLDER THREADS [PART]
#
# Needs a C++20 compiler, and torch for the Python that runs it (PYTHON=...). About two
# hours of CPU time for the lessons, and minutes on a GPU or an hour on a CPU for the networks. The
# lessons are the same on every machine; a CPU also learns the same from them. PART 1000 plays only
# a thousandth of the games: it tries the whole way in a minute or two.
set -eu
folder=$1 threads=$2 part=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
mkdir -p "$folder"
engine=$(ls "$here"/../native/*.cpp | grep -v /bind)
c++ -std=c++20 -O3 -ffp-contract=off -I"$here/../native" "$here/champion_data.cpp" $engine \
    -o "$folder/champion_data" -lpthread
cd "$folder"

lessons() { # OUT LEVEL GAMES SEED [NET]
    ./champion_data "$1" "$2" $(($3 / part)) "$4" "$threads" 24 ${5:+"$5"}
}
train() {
    "$python" "$here/champion_train.py" "$@"
}

lessons r1.bin expert 24000 1000000000
train first.net r1.bin --epochs 12
lessons r2e.bin expert 30000 2000000000 first.net
lessons r2i.bin intermediate 24000 3000000000 first.net
lessons r2b.bin beginner 30000 4000000000 first.net
train policy.net r1.bin r2e.bin r2i.bin r2b.bin --epochs 25 --dropout 0.1
train lookahead.net r1.bin r2e.bin r2i.bin r2b.bin --lookahead --width 128 --epochs 25 --dropout 0.2
ls -l policy.net lookahead.net
