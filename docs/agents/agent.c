/* An agent in C: cc -O2 -o agent docs/agents/agent.c; sapper watch exec:./agent (see protocol.md).
   It opens a cell that a single number shows to be safe, and otherwise guesses. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int width, height;
static char *board; /* height rows of width symbols */
static char *mine;  /* 1 for a cell that a number shows to be a mine */

/* Print the name of a cell, as in a spreadsheet. A1 is the top left. */
static void name(int cell) {
    char letters[8];
    int count = 0;
    for (int column = cell % width + 1; column; column = (column - 1) / 26)
        letters[count++] = (char)('A' + (column - 1) % 26);
    while (count) putchar(letters[--count]);
    printf("%d", cell / width + 1);
}

/* Find the hidden cells around a cell, and return their number. */
static int hidden_around(int cell, int *found) {
    int count = 0;
    for (int row = cell / width - 1; row <= cell / width + 1; row++)
        for (int column = cell % width - 1; column <= cell % width + 1; column++)
            if (row >= 0 && row < height && column >= 0 && column < width) {
                char symbol = board[row * width + column];
                if (symbol == '.' || symbol == 'F') found[count++] = row * width + column;
            }
    return count;
}

static void answer(const char *word, int cell) {
    printf("%s ", word);
    name(cell);
    putchar('\n');
}

static void choose(void) {
    int around[9], size = width * height;
    memset(mine, 0, (size_t)size);
    for (int cell = 0; cell < size; cell++)
        if (board[cell] == '+') {
            answer("open", cell);
            return;
        }
    for (int cell = 0; cell < size; cell++)
        if (board[cell] >= '0' && board[cell] <= '8') {
            int count = hidden_around(cell, around);
            if (count == board[cell] - '0')
                for (int i = 0; i < count; i++) mine[around[i]] = 1;
        }
    for (int cell = 0; cell < size; cell++)
        if (board[cell] >= '0' && board[cell] <= '8') {
            int count = hidden_around(cell, around), mines = 0, safe = -1;
            for (int i = 0; i < count; i++)
                if (mine[around[i]])
                    mines++;
                else
                    safe = around[i];
            if (safe >= 0 && mines == board[cell] - '0') {
                answer("open", safe);
                return;
            }
        }
    for (int cell = 0; cell < size; cell++)
        if (board[cell] == '.' && !mine[cell]) {
            answer("guess", cell);
            return;
        }
    puts("stuck");
}

int main(void) {
    static char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "sapper", 6))
            puts("ready");
        else if (sscanf(line, "level %dx%d", &width, &height) == 2) {
            board = realloc(board, (size_t)(width * height));
            mine = realloc(mine, (size_t)(width * height));
        } else if (!strncmp(line, "position", 8)) {
            if (!fgets(line, sizeof line, stdin)) break; /* the level again */
            for (int row = 0; row < height; row++) {
                if (!fgets(line, sizeof line, stdin)) return 1;
                memcpy(board + row * width, line, (size_t)width);
            }
            choose();
        }
        fflush(stdout);
    }
    return 0;
}
