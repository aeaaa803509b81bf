/* Random games of Zatre written by hand in C, to measure the compiled Python against.

   The same steps as src/sabika/games/zatre (board.py, sheet.py, course.py, state.py), engine/rng.py and
   engine/playout.py, function by function, for seats that play alone and must place (no teams, keeping=compulsory).
   Equal seeds give equal games: the checksum says so. Run by zatre_c.py:

       zatre SEATS GAMES REPEATS

   prints decisions and checksum of one pass over the games, and the processor time of the fastest pass. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int64_t i64;

/* engine/rng.py */

typedef struct {
    i64 word;
} Rng;

static i64 rng_next(Rng *rng) {
    i64 low = rng->word & 0xFFFFFFFF, high = rng->word >> 32;
    rng->word = 1853697195 * low + high;
    return low ^ high;
}

static void rng_seed(Rng *rng, i64 seed) {
    i64 left = (seed >> 31) & 0x7FFFFFFF, right = seed & 0x7FFFFFFF;
    for (i64 turn = 1; turn <= 4; turn++) {
        i64 product = (right ^ (turn * 0x9E3779B)) * 0x6C8E944D;
        i64 mixed = left ^ (product >> 31) ^ (product & 0x7FFFFFFF);
        left = right;
        right = mixed;
    }
    rng->word = ((left % (1853697195 - 1) + 1) << 31) ^ right;
}

static i64 rng_below(Rng *rng, i64 total) {
    i64 product = rng_next(rng) * total;
    if ((product & 0xFFFFFFFF) < total) {
        i64 unfair = ((i64)0xFFFFFFFF + 1) % total;
        while ((product & 0xFFFFFFFF) < unfair) product = rng_next(rng) * total;
    }
    return product >> 32;
}

/* facts.py */

static const char *ROWS[15] = {
    "####..+#+..####", "#+...........+#", "#.+.........+.#", "#..+.......+..#", "....+.....+....",
    ".....+...+.....", "+.....+.+.....+", "#......@......#", "+.....+.+.....+", ".....+...+.....",
    "....+.....+....", "#..+.......+..#", "#.+.........+.#", "#+...........+#", "####..+#+..####",
};

enum { WIDTH = 16, CELLS = 272, WORDS = 8, RED = 135, NO_SQUARE = 0, DARK = 1, LIGHT = 2, START = 3 };
enum { VALUES = 6, MOST = 12, LEAST = 10, FIRST_TILES = 3 };

static uint8_t KIND[CELLS], PLACE[32], ROOM_BY_SUM[25];
static const uint8_t POINTS[3] = {1, 2, 4};
static i64 LIGHTS[WORDS], DARKS[WORDS], BIT[32], UNIT[7], LAID_UNIT[7];
static const i64 DE_BRUIJN = 0x077CB531;
static const i64 ALL_TILES = 0x14141414141579, TALLY[3] = {1, 256, 65536}, CROSS = 0x1000000;

static void make_tables(void) {
    for (int bit = 0; bit < 32; bit++) {
        BIT[bit] = (i64)1 << bit;
        PLACE[(BIT[bit] * DE_BRUIJN >> 27) & 31] = bit;
    }
    for (int y = 0; y < 15; y++)
        for (int x = 0; x < 15; x++) {
            int cell = (y + 1) * WIDTH + x;
            KIND[cell] = strchr("#.+@", ROWS[y][x]) - "#.+@";
            if (KIND[cell] == LIGHT) LIGHTS[cell >> 5] |= BIT[cell & 31];
            if (KIND[cell] == DARK || KIND[cell] == START) DARKS[cell >> 5] |= BIT[cell & 31];
        }
    for (int value = 1; value <= VALUES; value++) {
        UNIT[value] = ((i64)1 << (8 * value)) + 1;
        LAID_UNIT[value] = (i64)1 << (9 + 5 * value);
    }
    for (int met = 1; met < 25; met++) ROOM_BY_SUM[met] = met >= 12 ? 0 : met <= 6 ? 6 : 12 - met;
}

static i64 lowest(i64 word) { return PLACE[((word & -word) * DE_BRUIJN >> 27) & 31]; }
static i64 tiles_in(i64 held) { return held & 255; }
static i64 count_of(i64 held, i64 value) { return (held >> (value * 8)) & 255; }

static i64 nth_value(i64 held, i64 n) {
    i64 value = 1;
    while (n >= count_of(held, value)) {
        n -= count_of(held, value);
        value++;
    }
    return value;
}

static i64 lowest_value(i64 held) { return nth_value(held, 0); }

/* codes.py */

enum { LAY = 1 };

static i64 kind_of(i64 move) { return move & 15; }
static i64 value_of(i64 move) { return (move >> 4) & 7; }
static i64 cell_of(i64 move) { return move >> 7; }
static i64 lay_code(i64 value, i64 cell) { return LAY | (value << 4) | (cell << 7); }

static i64 cells_on(i64 cells) { return cells << 7; }

static int well_formed(i64 move) {
    i64 cell = cell_of(move);
    if (kind_of(move) != LAY) return 0;
    return 0 < value_of(move) && value_of(move) <= VALUES && WIDTH <= cell && cell < 16 * WIDTH && (cell & 15) < 15;
}

/* board.py */

enum { WEST = 0, EAST = 4, NORTH = 8, SOUTH = 12, SUMS = 0xFFFF, ROOM = 16, ROOM_UNIT = 0x10000, TILE = 20 };
enum { TAKEN = 0x100000, CELL = 511, FORCED = 512 };
enum { NONE = 0, E1, E2, E4, Z2, Z6, Z8A, Z8B, Z9, Z11A, Z12A, Z12B };

typedef struct {
    int32_t cells[CELLS];
    i64 fits[7 * WORDS];
    i64 laid[128];
    i64 laid_count;
} Board;

static i64 end(Board *board, i64 cell, i64 step) {
    cell += step;
    while (board->cells[cell] >= TAKEN) cell += step;
    return cell;
}

static int empty(Board *board) { return board->cells[RED] < TAKEN; }
static i64 across(Board *board, i64 cell) { return (board->cells[end(board, cell, -1)] >> EAST) & 15; }
static i64 down(Board *board, i64 cell) { return (board->cells[end(board, cell, -WIDTH)] >> SOUTH) & 15; }
static int counts(Board *board, i64 cell) { return across(board, cell) >= LEAST || down(board, cell) >= LEAST; }

static int fits_somewhere(Board *board, i64 value) {
    for (i64 at = value * WORDS; at < value * WORDS + WORDS; at++)
        if (board->fits[at]) return 1;
    return 0;
}

static int fits_on_dark(Board *board, i64 value) {
    for (i64 word = 0; word < WORDS; word++)
        if (board->fits[value * WORDS + word] & DARKS[word]) return 1;
    return 0;
}

static i64 roomiest(Board *board) {
    i64 value = VALUES;
    while (value > 0 && !fits_somewhere(board, value)) value--;
    return value;
}

static void change_fits(Board *board, i64 cell, i64 before, i64 room) {
    i64 bit = BIT[cell & 31];
    i64 at = (before < room ? before : room) * WORDS + (cell >> 5), last = (before < room ? room : before) * WORDS;
    while (at < last) {
        at += WORDS;
        board->fits[at] ^= bit;
    }
}

static void see(Board *board, i64 cell, i64 step, i64 more) {
    cell += step;
    while (board->cells[cell] >= TAKEN) cell += step;
    i64 known = board->cells[cell] + more;
    if (KIND[cell] != NO_SQUARE) {
        i64 row = ((known >> WEST) & 15) + ((known >> EAST) & 15);
        i64 column = ((known >> NORTH) & 15) + ((known >> SOUTH) & 15);
        i64 before = known >> ROOM, room = ROOM_BY_SUM[row > column ? row : column];
        if (room != before) {
            known += (room - before) * ROOM_UNIT;
            change_fits(board, cell, before, room);
        }
    }
    board->cells[cell] = known;
}

static void tell_ends(Board *board, i64 cell, i64 known, i64 value, i64 sign) {
    see(board, cell, -1, sign * ((value + ((known >> EAST) & 15)) << EAST));
    see(board, cell, 1, sign * ((value + ((known >> WEST) & 15)) << WEST));
    see(board, cell, -WIDTH, sign * ((value + ((known >> SOUTH) & 15)) << SOUTH));
    see(board, cell, WIDTH, sign * ((value + ((known >> NORTH) & 15)) << NORTH));
}

static void lay(Board *board, i64 value, i64 cell) {
    i64 forced = KIND[cell] == LIGHT && !fits_on_dark(board, value) ? FORCED : 0;
    board->laid[board->laid_count++] = cell + forced;
    i64 known = board->cells[cell];
    board->cells[cell] = known | (value << TILE);
    change_fits(board, cell, 0, (known >> ROOM) & 7);
    tell_ends(board, cell, known, value, 1);
}

static void lift(Board *board) {
    i64 cell = board->laid[--board->laid_count] & CELL;
    i64 known = board->cells[cell], value = known >> TILE;
    tell_ends(board, cell, known, value, -1);
    board->cells[cell] = known & (TAKEN - 1);
    change_fits(board, cell, 0, (known >> ROOM) & 7);
}

static int owes(Board *board, i64 marked) {
    return marked < FORCED && KIND[marked] == LIGHT && !counts(board, marked);
}

static i64 owing(Board *board) {
    for (i64 n = 0; n < board->laid_count; n++)
        if (owes(board, board->laid[n])) return board->laid[n];
    return 0;
}

static int completable(Board *board, i64 held);
static int lengthened(Board *board, i64 cell, i64 step, i64 held, int far, int alone);

static int lengthened_at(Board *board, i64 at, i64 cell, i64 step, i64 held, int far, int alone) {
    i64 value = (board->cells[at] >> ROOM) & 7;
    int good = 0;
    for (; value > 0 && !good; value--)
        if ((held >> (value * 8)) & 255) {
            lay(board, value, at);
            good = lengthened(board, cell, step, held - UNIT[value], far, alone);
            lift(board);
        }
    return good;
}

static int lengthened(Board *board, i64 cell, i64 step, i64 held, int far, int alone) {
    if ((step == 1 ? across(board, cell) : down(board, cell)) >= LEAST) return alone || completable(board, held);
    if (held == 0) return 0;
    if (!far && lengthened_at(board, end(board, cell, -step), cell, step, held, 0, alone)) return 1;
    return lengthened_at(board, end(board, cell, step), cell, step, held, 1, alone);
}

static int served(Board *board, i64 cell, i64 held, int alone) {
    return lengthened(board, cell, 1, held, 0, alone) || lengthened(board, cell, WIDTH, held, 0, alone);
}

static int each_servable(Board *board, i64 held) {
    for (i64 n = 0; n < board->laid_count; n++)
        if (owes(board, board->laid[n]) && !served(board, board->laid[n], held, 1)) return 0;
    return 1;
}

static int completable(Board *board, i64 held) {
    i64 cell = owing(board);
    if (cell == 0) return 1;
    if (held == 0 || (tiles_in(held) > 2 && !each_servable(board, held))) return 0;
    return served(board, cell, held, 0);
}

static int completes(Board *board, i64 value, i64 cell, i64 others) {
    lay(board, value, cell);
    int possible = completable(board, others);
    lift(board);
    return possible;
}

static int lengthens(Board *board, i64 cell, i64 step, i64 ahead, i64 side, i64 line, i64 others) {
    cell += step;
    while (board->cells[cell] >= TAKEN) cell += step;
    if (KIND[cell] == NO_SQUARE) return 0;
    i64 known = board->cells[cell];
    line += (known >> ahead) & 15;
    i64 crossing = ((known >> side) & 15) + ((known >> (side + 4)) & 15);
    i64 highest = MOST - (line > crossing ? line : crossing);
    i64 value = line < LEAST ? LEAST - line : 1;
    for (; value <= highest && value <= VALUES; value++)
        if ((others >> (value * 8)) & 255) return 1;
    return 0;
}

static int one_more(Board *board, i64 cell, i64 row, i64 column, i64 others) {
    return lengthens(board, cell, -1, WEST, NORTH, row, others) ||
           lengthens(board, cell, 1, EAST, NORTH, row, others) ||
           lengthens(board, cell, -WIDTH, NORTH, WEST, column, others) ||
           lengthens(board, cell, WIDTH, SOUTH, WEST, column, others);
}

static int earns(Board *board, i64 value, i64 cell, i64 others) {
    i64 known = board->cells[cell];
    i64 row = value + ((known >> WEST) & 15) + ((known >> EAST) & 15);
    i64 column = value + ((known >> NORTH) & 15) + ((known >> SOUTH) & 15);
    if (row >= LEAST || column >= LEAST) return 1;
    if (others == 0) return 0;
    return one_more(board, cell, row, column, others) ||
           (tiles_in(others) > 1 && completes(board, value, cell, others));
}

static int board_refusal(Board *board, i64 value, i64 cell, i64 others) {
    i64 known = board->cells[cell];
    if (KIND[cell] == NO_SQUARE) return Z2;
    if (known >= TAKEN) return Z8A;
    if ((known & SUMS) == 0) return Z8B;
    if (value > known >> ROOM) return Z9;
    if (owing(board)) return completes(board, value, cell, others) ? NONE : Z12B;
    if (KIND[cell] == LIGHT && fits_on_dark(board, value) && !earns(board, value, cell, others)) return Z12A;
    return NONE;
}

static i64 unearned(Board *board, i64 value, i64 others, i64 word, i64 lights) {
    i64 found = 0;
    while (lights) {
        i64 at = lowest(lights);
        lights &= lights - 1;
        if (!earns(board, value, word * 32 + at, others)) found |= BIT[at];
    }
    if (found && !fits_on_dark(board, value)) return 0;
    return found;
}

static i64 completing(Board *board, i64 value, i64 others, i64 owes, i64 word, i64 squares) {
    i64 good = 0;
    while (squares) {
        i64 at = lowest(squares);
        squares &= squares - 1;
        i64 cell = word * 32 + at;
        int in_line = cell >> 4 == owes >> 4 || (cell & 15) == (owes & 15);
        if ((others || in_line) && completes(board, value, cell, others)) good |= BIT[at];
    }
    return good;
}

static i64 places(Board *board, i64 value, i64 others, i64 owes, i64 *found, i64 count) {
    for (i64 word = 0; word < WORDS; word++) {
        i64 squares = board->fits[value * WORDS + word];
        if (squares == 0) continue;
        if (owes) {
            squares = completing(board, value, others, owes, word, squares);
        } else {
            i64 lights = squares & LIGHTS[word];
            if (lights) squares ^= unearned(board, value, others, word, lights);
        }
        i64 code = lay_code(value, word * 32);
        while (squares) {
            i64 lowest = squares & -squares;
            squares ^= lowest;
            found[count++] = code + cells_on(PLACE[((lowest * DE_BRUIJN) >> 27) & 31]);
        }
    }
    return count;
}

static i64 placements(Board *board, i64 held, i64 *found) {
    i64 owes = owing(board), count = 0;
    for (i64 value = VALUES; value > 0; value--)
        if ((held >> (value * 8)) & 255) count = places(board, value, held - UNIT[value], owes, found, count);
    return count;
}

static int counted(Board *board, i64 n, i64 cell, i64 step) {
    i64 first = end(board, cell, -step);
    for (i64 before = 0; before < n; before++)
        if (end(board, board->laid[before] & CELL, -step) == first) return 1;
    return 0;
}

static i64 tally_turn(Board *board) {
    i64 tally = 0;
    for (i64 n = 0; n < board->laid_count; n++) {
        i64 cell = board->laid[n] & CELL, row = across(board, cell), column = down(board, cell);
        if (row >= LEAST && !counted(board, n, cell, 1)) tally += TALLY[row - LEAST];
        if (column >= LEAST && !counted(board, n, cell, WIDTH)) tally += TALLY[column - LEAST];
        if (KIND[cell] == LIGHT && (row >= LEAST || column >= LEAST)) tally += CROSS;
    }
    if (tally && board->laid[0] == RED) tally += CROSS;
    return tally;
}

static void forget_turn(Board *board) {
    while (board->laid_count > 0) {
        i64 cell = board->laid[--board->laid_count] & CELL;
        board->cells[cell] = (board->cells[cell] >> TILE) * TAKEN;
    }
}

/* sheet.py */

enum { COLUMNS = 3, MOST_ROWS = 128 };

typedef struct {
    int16_t boxes[MOST_ROWS * COLUMNS];
    i64 filled, crosses, boxed; /* boxed: numbers in boxes */
} Sheet;

static void fill(Sheet *sheet, i64 column, i64 points) {
    i64 row = (sheet->filled >> (column * 8)) & 255;
    while (row * COLUMNS >= sheet->boxed) {
        sheet->boxes[sheet->boxed++] = 0;
        sheet->boxes[sheet->boxed++] = 0;
        sheet->boxes[sheet->boxed++] = 0;
    }
    sheet->boxes[row * COLUMNS + column] = points;
    sheet->filled += TALLY[column];
}

static void enter(Sheet *sheet, i64 tally) {
    for (i64 column = 0; column < COLUMNS; column++) {
        i64 lines = (tally >> (column * 8)) & 255;
        if (lines) fill(sheet, column, lines * POINTS[column]);
    }
    sheet->crosses += tally >> 24;
}

static i64 box(Sheet *sheet, i64 row, i64 column) {
    i64 at = row * COLUMNS + column;
    return at < sheet->boxed ? sheet->boxes[at] : 0;
}

static i64 sheet_total(Sheet *sheet) {
    i64 total = 0, rows = sheet->boxed / COLUMNS;
    for (i64 row = 0; row < rows; row++) {
        i64 a = box(sheet, row, 0), b = box(sheet, row, 1), c = box(sheet, row, 2), points = a + b + c;
        if (a && b && c) points += row < 16 ? 3 + row / 4 : 6;
        total += row < sheet->crosses ? 2 * points : points;
    }
    return total;
}

/* course.py and state.py */

enum { LUCK = -1, OVER = -2, OPENING = 0, DRAWING = 1, LAYING = 3, DONE = 4 };
enum { NOT_LOOKED = 0, LOOKED_IN_VAIN = 1, SAW_A_PLACE = 2 };

typedef struct {
    i64 seats, actor, stage, turn, starter, bag, due, begun, aside, highest, latest, tied, ending;
    i64 hands[6], course[512], course_count;
    Sheet sheets[6];
    Board board;
} State;

static void start(State *state, i64 seats) {
    memset(&state->board, 0, sizeof state->board);
    for (i64 seat = 0; seat < seats; seat++) {
        state->hands[seat] = 0;
        state->sheets[seat].filled = state->sheets[seat].crosses = state->sheets[seat].boxed = 0;
    }
    state->seats = seats;
    state->actor = LUCK;
    state->stage = OPENING;
    state->bag = ALL_TILES;
    state->turn = state->starter = state->due = state->begun = state->aside = 0;
    state->highest = state->latest = state->ending = state->course_count = 0;
    state->tied = BIT[seats] - 1;
}

static i64 begun_by(i64 begun, i64 seat) { return (begun >> (7 * seat)) & 127; }

static i64 with_begun(i64 begun, i64 seat, i64 looked, i64 fitted, i64 drew) {
    i64 anew = looked + fitted * 4 + drew * 32;
    return begun ^ ((begun_by(begun, seat) ^ anew) << (7 * seat));
}

static void remember(State *state, i64 seat) {
    if (state->hands[seat] == 0) {
        i64 kept = 0;
        for (i64 n = 0; n < state->course_count; n++)
            if ((state->course[n] & 7) != seat) state->course[kept++] = state->course[n];
        state->course_count = kept;
        return;
    }
    i64 level = roomiest(&state->board), begun = begun_by(state->begun, seat);
    if (level == 0 && state->board.laid_count == 0 && ((begun >> 2) & 7) == 0) return;
    i64 turn = seat + begun * 8 + level * 2048;
    for (i64 n = 0; n < state->board.laid_count; n++)
        turn += LAID_UNIT[state->board.cells[state->board.laid[n] & CELL] >> TILE];
    state->course[state->course_count++] = turn;
}

static i64 digit(i64 digits, i64 seat) { return (digits >> (3 * seat)) & 7; }

static i64 bits_in(i64 mask) {
    i64 seats = 0;
    for (; mask; mask &= mask - 1) seats++;
    return seats;
}

static void go_on(State *state);

static void draw(State *state, i64 looked, i64 tiles) {
    i64 left = tiles_in(state->bag);
    state->due = tiles < left ? tiles : left;
    i64 level = looked == NOT_LOOKED ? 0 : roomiest(&state->board);
    state->begun = with_begun(state->begun, state->turn, looked, level, state->due);
    state->stage = DRAWING;
    state->actor = LUCK;
    if (state->due == 0) {
        state->stage = LAYING;
        go_on(state);
    }
}

static void begin(State *state, i64 seat) {
    state->turn = seat;
    i64 held = state->hands[seat], size = tiles_in(held);
    if (size < 2)
        draw(state, NOT_LOOKED, 2 - size);
    else if (tiles_in(state->bag) == 0)
        draw(state, NOT_LOOKED, 0);
    else if (!fits_somewhere(&state->board, lowest_value(held)))
        draw(state, LOOKED_IN_VAIN, 1);
    else
        draw(state, SAW_A_PLACE, 0);
}

static void end_turn(State *state) {
    i64 seat = state->turn, tally = tally_turn(&state->board);
    if (tally) enter(&state->sheets[seat], tally);
    remember(state, seat);
    state->begun = with_begun(state->begun, seat, 0, 0, 0);
    forget_turn(&state->board);
    if (tiles_in(state->bag) == 0) {
        state->stage = DONE;
        state->actor = OVER;
        state->ending = roomiest(&state->board) == 0 ? 2 : 1;
    } else {
        begin(state, (seat + 1) % state->seats);
    }
}

static void go_on(State *state) {
    i64 held = state->hands[state->turn];
    if (held && (empty(&state->board) || fits_somewhere(&state->board, lowest_value(held))))
        state->actor = state->turn;
    else
        end_turn(state);
}

static void open_game(State *state, i64 seat) {
    i64 tile = UNIT[digit(state->highest, seat)];
    state->hands[seat] = tile;
    state->bag += state->aside - tile;
    state->aside = state->highest = state->tied = 0;
    state->starter = seat;
    draw(state, NOT_LOOKED, FIRST_TILES - 1);
}

static void end_round(State *state) {
    i64 best = 0;
    for (i64 seat = 0; seat < state->seats; seat++) {
        if (digit(state->latest, seat) > best) {
            best = digit(state->latest, seat);
            state->tied = 0;
            state->turn = seat;
        }
        if (digit(state->latest, seat) == best) state->tied |= BIT[seat];
    }
    state->latest = 0;
    if (state->tied == BIT[state->turn]) {
        open_game(state, state->turn);
    } else if (tiles_in(state->bag) < bits_in(state->tied)) {
        state->bag += state->aside;
        state->aside = state->highest = 0;
    }
}

static void show(State *state, i64 value) {
    i64 seat = state->turn;
    state->aside += UNIT[value];
    state->latest += value << (3 * seat);
    i64 before = digit(state->highest, seat);
    if (value > before) state->highest += (value - before) << (3 * seat);
    seat++;
    while (seat < state->seats && !((state->tied >> seat) & 1)) seat++;
    if (seat < state->seats)
        state->turn = seat;
    else
        end_round(state);
}

static i64 luck_total(State *state) { return state->actor == LUCK ? tiles_in(state->bag) : 0; }

static void settle(State *state, i64 k) {
    if (k < 0 || k >= luck_total(state)) abort();
    i64 value = nth_value(state->bag, k);
    state->bag -= UNIT[value];
    if (state->stage == OPENING) {
        show(state, value);
        return;
    }
    state->hands[state->turn] += UNIT[value];
    if (--state->due == 0) {
        state->stage = LAYING;
        go_on(state);
    }
}

static i64 moves(State *state, i64 *found) {
    i64 held = state->hands[state->actor], count = 0;
    if (!empty(&state->board)) return placements(&state->board, held, found);
    for (i64 value = VALUES; value > 0; value--)
        if (count_of(held, value)) found[count++] = lay_code(value, RED);
    return count;
}

static int refusal(State *state, i64 move) {
    if (state->actor == OVER) return E1;
    if (state->actor == LUCK) return E2;
    if (!well_formed(move)) return E4;
    i64 held = state->hands[state->actor], value = value_of(move), cell = cell_of(move);
    if (count_of(held, value) == 0) return Z11A;
    if (empty(&state->board)) return cell == RED ? NONE : Z6;
    return board_refusal(&state->board, value, cell, held - UNIT[value]);
}

static void play(State *state, i64 move) {
    if (refusal(state, move) != NONE) abort();
    i64 value = value_of(move);
    state->hands[state->actor] -= UNIT[value];
    lay(&state->board, value, cell_of(move));
    go_on(state);
}

static i64 score(State *state, i64 seat) {
    i64 total = sheet_total(&state->sheets[seat]);
    for (i64 value = 1; value <= VALUES; value++) total -= count_of(state->hands[seat], value) * value;
    return total;
}

/* engine/playout.py */

static void settle_all(State *state, Rng *rng) {
    while (state->actor == LUCK) settle(state, rng_below(rng, luck_total(state)));
}

static i64 random_playout(State *state, Rng *rng) {
    i64 decisions = 0, found[6 * 193];
    settle_all(state, rng);
    while (state->actor != OVER) {
        i64 count = moves(state, found);
        play(state, found[rng_below(rng, count)]);
        settle_all(state, rng);
        decisions++;
    }
    return decisions;
}

/* The same checksum as in zatre_c.py: every cell's tile, then every score. */

static i64 mix(i64 sum, i64 number) { return (sum * 31 + number + 1000) % 1000000007; }

static i64 checksum(State *state, i64 sum) {
    for (i64 cell = 0; cell < CELLS; cell++) sum = mix(sum, state->board.cells[cell] >> TILE);
    for (i64 seat = 0; seat < state->seats; seat++) sum = mix(sum, score(state, seat));
    return sum;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int count, char **words) {
    if (count != 4) return 2;
    i64 seats = atoi(words[1]), games = atoi(words[2]), repeats = atoi(words[3]), decisions = 0, sum = 0;
    double fastest = 1e9;
    static State state;
    make_tables();
    for (i64 pass = 0; pass < repeats; pass++) {
        decisions = 0;
        double begun = now();
        for (i64 seed = 0; seed < games; seed++) {
            Rng rng;
            rng_seed(&rng, seed);
            start(&state, seats);
            decisions += random_playout(&state, &rng);
        }
        double spent = now() - begun;
        if (spent < fastest) fastest = spent;
    }
    for (i64 seed = 0; seed < games; seed++) {
        Rng rng;
        rng_seed(&rng, seed);
        start(&state, seats);
        random_playout(&state, &rng);
        sum = checksum(&state, sum);
    }
    printf("%lld %lld %.9f\n", (long long)decisions, (long long)sum, fastest);
    return 0;
}
