// Made of src/sabika/server/protocol/ by `make types`; edited there, not here.

export const PROTOCOL = 2;

/** The answer to Hint, the best move first. */
export interface Advice {
  type: "advice";
  id: string;
  version: number;
  bot: string;
  moves: AdvisedMove[];
}

/** A move that a bot recommends. */
export interface AdvisedMove {
  move: string;
  action: unknown;
  preview: Record<string, number>;
  win: number | null;
  margin: number | null;
}

/** POST /api/positions/hint: a strong bot's advice. Answered with PositionAdvice. */
export interface AskedPosition {
  game: string;
  text: string;
}

/** Where a game began, if not at its start. */
export interface Beginning {
  source: string | null;
  step: number | null;
  seat: number | null;
}

/** A seat for a bot. */
export interface BotSeat {
  type: "bot";
  bot: string;
}

/** The socket will be closed. */
export interface Bye {
  type: "bye";
  why: "no-spectators" | "restart" | "signed-out";
}

/** All are ready: nonces are opened now. */
export interface Called {
  type: "called";
}

/** A seat in a list of tables. */
export interface CardSeat {
  name: string | null;
  bot: string | null;
  yours: boolean;
}

/** The answer to Odds. */
export interface Chances {
  type: "chances";
  id: string;
  version: number;
  columns: number[][];
  lead: (number | null)[];
}

/** The time for a decision: so much for each, then from a bank for the whole game. */
export interface Clock {
  move?: number;
  bank?: number;
}

/** The limits of a clock's settings. */
export interface ClockLimits {
  shortest: number;
  longest: number;
  most_bank: number;
}

/** The maker ends the table without a result. */
export interface Close {
  type: "close";
  id: string;
  version: number;
}

/** The table is closed without a result. */
export interface Closed {
  type: "closed";
  why: "idle" | "key" | "maker" | "operator";
}

/** GET /api/tables/ID/review/decision: the game as its player saw it, with all options. */
export interface DecisionView {
  step: number;
  chosen: string;
  game: Game;
}

/** POST /api/me/codes: a code that makes another device this person, once. */
export interface DeviceCode {
  code: string;
  expires: number;
}

/** A command was executed and saved; its effects come as steps. */
export interface Done {
  type: "done";
  id: string;
  version: number;
  table: string | null;
}

/** The game is over, and its seed is revealed. */
export interface Ended {
  type: "ended";
  seed: string;
  result: Outcome;
}

/** Remove a note; later ones are recounted. */
export interface EraseNote {
  type: "erase";
  number: number;
}

/** Points and chances to win, by side; of a change, by how much they changed. */
export interface Expected {
  points: number[];
  wins: number[];
}

/** A player was deleted at this server: the seat is a nameless guest's. */
export interface Forgotten {
  type: "forgotten";
  seat: number;
}

/** A decision in a finished game, to play on from there as one seat saw it; what it could not see is drawn again. */
export interface Fork {
  table?: string | null;
  record?: string | null;
  step: number;
  seat: number;
}

/** GET /api/tables/ID/position?step=N: a decision of a finished game as a position text. */
export interface FoundPosition {
  game: string;
  text: string;
}

/** A moment of a game, for replay. */
export interface Frame {
  step: number;
  line: string;
  seat: number | null;
  action: unknown | null;
  luck: LuckLine | null;
  happened: Happening[];
  position: unknown;
  points: number[];
  said?: Phrase[];
  described?: Phrase[];
}

/** The game as one seat, or a spectator, sees it now. */
export interface Game {
  seat: number | null;
  position: unknown | null;
  points: number[];
  now: number[];
  asked: number | null;
  deadline: number | null;
  banks: number[];
  options: Option[] | null;
  default: string | null;
  undo: number;
  digest: string;
  described?: Phrase[];
}

/** One of GET /api/games. */
export interface GameInfo {
  name: string;
  title: string;
  rules: number;
  fewest: number;
  most: number;
  ghost: string | null;
  options: OptionInfo[];
  companion: string[] | null;
  puzzles: number;
}

/** GET /api/games: the games and bots of this server. */
export interface Games {
  protocol: number;
  games: GameInfo[];
  bots: string[];
  limits: ClockLimits;
}

/** A consequence of a move or of luck: a scoring, a gift, the end. Its kind is a key in `locales/`. */
export interface Happening {
  kind: string;
  args: Record<string, unknown>;
}

/** A bot holds the seat until its player comes back. */
export interface Held {
  type: "held";
  seat: number;
  bot: string;
  why: "left" | "time";
}

/** The answer to Scorings: all of them, the first one first. */
export interface HeldScorings {
  type: "scorings";
  id: string;
  version: number;
  held: Happening[];
}

/** The first message. */
export interface Hello {
  type: "hello";
  protocol: number;
  since?: number | null;
  language?: "de" | "en" | "es" | "hu" | "it";
  positions?: boolean;
  seat?: number | null;
  words?: boolean;
}

/** What would a good bot do? Answered with Advice. */
export interface Hint {
  type: "hint";
  id: string;
}

/** A seat asked for a hint. Sent at tables with several people, once for each position. */
export interface Hinted {
  type: "hinted";
  seat: number;
}

/** GET /api/tables/ID/review/verdict: another move than the one made, judged. */
export interface Judged {
  move: string;
  good: boolean;
  best: string;
  best_said: Phrase;
  win: number;
  points: number;
  doubt: number;
}

/** Seats did not open the nonces they had committed to, and are free again; all others are asked once more. */
export interface Lapsed {
  type: "lapsed";
  seats: number[];
  names: string[];
  game_id: string;
  commitment: string;
}

/** Go away: a bot holds my seat. Any later command of mine, or `return`, brings me back. */
export interface Leave {
  type: "leave";
  id: string;
  version: number;
  seat?: number | null;
}

/** One line of a score: who, where from, how much, why. */
export interface Line {
  player: number;
  part: string;
  source: string;
  points: number;
  why: Record<string, unknown>;
}

/** Everything that makes the luck of a table verifiable. */
export interface LuckInfo {
  construction: string;
  game_id: string;
  commitment: string;
  attempt: number;
  chosen: boolean;
  commits: (string | null)[];
  nonces: string[] | null;
  seed: string | null;
}

/** An answer of the dealer. */
export interface LuckLine {
  kind: string;
  n: number;
  total: number;
  k: number | null;
  outcome: string | null;
  secret?: boolean;
}

/** A new table. */
export interface Made {
  id: string;
}

/** GET /api/me; without content if you are not known yet. */
export interface Me {
  id: string;
  name: string;
}

/** Correct a note; later ones are recounted. */
export interface MendNote {
  type: "mend";
  number: number;
  note: unknown;
}

/** The maker silences a seat, or lets it speak again. */
export interface Mute {
  type: "mute";
  id: string;
  version: number;
  seat: number;
  muted?: boolean;
}

/** The maker silenced a seat, or lets it speak again. */
export interface Muted {
  type: "muted";
  seat: number;
  muted: boolean;
}

/** A seat that the maker takes at once; several of them are played on one screen. */
export interface MySeat {
  type: "me";
  name?: string | null;
}

/** Rename the players. */
export interface NamePlayers {
  type: "name";
  players: string[];
}

/** POST /api/people: create a guest; answered with Me and a cookie. */
export interface NewPerson {
  name: string;
}

/** POST /api/companion: begin a sheet; answered with Made. Its id is the only key to it. */
export interface NewSheet {
  game: string;
  players: string[];
  options?: Record<string, string>;
}

/** POST /api/tables: make a table; answered with Made. */
export interface NewTable {
  options?: Record<string, string>;
  clock?: Clock;
  public?: boolean;
  spectators?: boolean;
  undo?: boolean;
  hints?: boolean;
  stand_in?: string;
  practice?: boolean;
  game: string;
  seats: (PersonSeat | MySeat | BotSeat)[];
  commit?: string | null;
  ready?: boolean;
  seed?: number | null;
  fork?: Fork | null;
  puzzle?: number | null;
  position?: string | null;
  origin?: string | null;
}

/** A note on a sheet. */
export interface NoteLine {
  number: number;
  note: unknown;
  said: Phrase;
  rule: string | null;
  problem: Phrase | null;
}

/** How likely is every cell of the result space for the player who throws now? Answered with Chances. */
export interface Odds {
  type: "odds";
  id: string;
}

/** Here is the nonce that I committed to. */
export interface Open {
  type: "open";
  id: string;
  version: number;
  seat?: number | null;
  nonce: string;
}

/** A seat opened its nonce; it is shown when the game begins. */
export interface Opened {
  type: "opened";
  seat: number;
}

/** A legal move. */
export interface Option {
  move: string;
  action: unknown;
  preview: Record<string, number>;
  said?: Phrase;
}

/** A choice that a table makes before the game. */
export interface OptionInfo {
  name: string;
  choices: string[];
  about: string;
}

/** The result of the game. */
export interface Outcome {
  scores: number[];
  winners: number[];
  resigned: number[];
  reason: string;
  breakdown: Line[];
}

/** A seat for any person. */
export interface PersonSeat {
  type: "person";
}

/** A sentence by its key. `who`, a Player, chooses the variant `key#you`; `count`, a number, `key#one` and so on. */
export interface Phrase {
  key: string;
  args: Record<string, unknown>;
}

/** Answered with Pong. */
export interface Ping {
  type: "ping";
}

/** The maker gives a free seat, or a bot's, to a bot, or with None to any person. */
export interface Plan {
  type: "plan";
  id: string;
  version: number;
  seat: number;
  bot?: string | null;
}

/** The maker gave a seat to a bot, or opened it to people. */
export interface Planned {
  type: "planned";
  seat: number;
  bot: string | null;
}

/** My move. */
export interface Play {
  type: "play";
  id: string;
  version: number;
  move: string;
}

/** A seat moved, and luck answered. */
export interface Played {
  type: "played";
  seat: number;
  move: string;
  action: unknown;
  by: string;
  luck: LuckLine[];
  happened: Happening[];
}

/** The answer to Ping. */
export interface Pong {
  type: "pong";
  at: number;
}

/** The best moves, the first one first. */
export interface PositionAdvice {
  bot: string;
  moves: AdvisedMove[];
}

/** Who is connected here, by seat, and how many watch. */
export interface Presence {
  type: "presence";
  present: boolean[];
  watching: number;
}

/** Why a request was refused. Nothing has changed. */
export interface Problem {
  type: "problem";
  code: "bad-clock" | "bad-name" | "bad-option" | "bad-position" | "bad-record" | "bad-seats" | "banned" | "busy" | "failed" | "foreign" | "hello-first" | "in-play" | "insecure" | "lapsed" | "muted" | "no-bot" | "no-code" | "no-game" | "no-hint" | "no-method" | "no-move" | "no-note" | "no-page" | "no-person" | "no-puzzle" | "no-sheet" | "no-spectators" | "no-table" | "no-undo" | "not-gathering" | "not-maker" | "not-opening" | "not-over" | "not-playing" | "not-seated" | "not-yours" | "other-protocol" | "refused" | "removed" | "resigned" | "seat-taken" | "sheet-full" | "silenced" | "stale" | "too-large" | "too-many" | "unreadable" | "wrong-nonce";
  text: string;
  rule: string | null;
  version: number | null;
}

/** Whether a move is the best, and why; of a wrong one only its cost. */
export interface PuzzleAnswer {
  right: boolean;
  move: string | null;
  lines: string[];
}

/** A puzzle in a list. */
export interface PuzzleCard {
  number: number;
  id: string;
  seats: number;
  stars: number;
  played: number;
}

/** GET /api/puzzles/GAME: all puzzles of a game. */
export interface PuzzleList {
  game: string;
  puzzles: PuzzleCard[];
}

/** GET /api/puzzles/GAME/N: the position as the seat to move sees it. The solution is not in it. */
export interface PuzzleView {
  card: PuzzleCard;
  of: number;
  game: Game;
}

/** A seat is ready, or is no longer. */
export interface Readied {
  type: "readied";
  seat: number;
  ready: boolean;
  commit: string | null;
}

/** I am ready; with `ready` false, no longer. When all are, the game begins. */
export interface Ready {
  type: "ready";
  id: string;
  version: number;
  seat?: number | null;
  commit?: string | null;
  ready?: boolean;
}

/** A command or question was refused. */
export interface Refusal {
  type: "refusal";
  id: string | null;
  problem: Problem;
}

/** A new table for the same people; the answer names it. */
export interface Rematch {
  type: "rematch";
  id: string;
  version: number;
}

/** There is a new table for the same people. */
export interface Rematched {
  type: "rematched";
  table: string;
}

/** The maker removes a player. */
export interface Remove {
  type: "remove";
  id: string;
  version: number;
  seat: number;
}

/** The maker removed a player: the seat is free, or in the game a bot's. */
export interface Removed {
  type: "removed";
  seat: number;
  name: string;
}

/** PATCH /api/me. */
export interface Rename {
  name: string;
}

/** GET /api/tables/ID/replay?first=N&seat=S: frames of a finished game, seen from a seat. */
export interface Replay {
  id: string;
  game: string;
  steps: number;
  decisions: number[];
  frames: Frame[];
}

/** Give up: a bot plays on, and my seat cannot win. */
export interface Resign {
  type: "resign";
  id: string;
  version: number;
  seat?: number | null;
}

/** A player resigned: a bot plays on, and the seat cannot win. */
export interface Resigned {
  type: "resigned";
  seat: number;
  bot: string;
}

/** I am back. */
export interface Return {
  type: "return";
  id: string;
  version: number;
  seat?: number | null;
}

/** A player is back. */
export interface Returned {
  type: "returned";
  seat: number;
}

/** A whole review. */
export interface Review {
  game: string;
  seats: string[];
  sides: number[];
  steps: number;
  playouts: number;
  seed: number;
  start: Expected;
  entries: (ReviewedLuck | ReviewedDecision)[];
  last: Expected;
  resigned: number[];
  resignation: Expected;
  result: Expected;
  accounts: SideAccount[];
  ledger: Record<string, Expected>;
  stories: ReviewStory[];
}

/** The main points for people, as steps of the record. */
export interface ReviewStory {
  turning: number[];
  slips: number[];
  well_played: number[];
}

/** What was chosen, less the best that was found. */
export interface ReviewedDecision {
  type: "decision";
  step: number;
  seat: number;
  by: string;
  place: ReviewedPlace;
  chosen: string;
  best: string;
  gain: Expected;
  revision: Expected;
  doubt: number;
  choices: number;
  searched: boolean;
  plain_cost: number;
  reasons: Record<string, number>;
  said?: Phrase;
  best_said?: Phrase;
  plain_said?: Phrase;
}

/** What luck brought, less the mean of everything that it could have brought. */
export interface ReviewedLuck {
  type: "luck";
  step: number;
  kind: string;
  seat: number | null;
  place: ReviewedPlace;
  gain: Expected;
  said?: Phrase;
}

/** Where a step stands in the game, as the players count. */
export interface ReviewedPlace {
  seat: number | null;
  turn: number;
  round: number;
}

/** GET /api/tables/ID/review, POST /api/records/review: the progress of a review, and the best one so far. */
export interface Reviewing {
  done: number;
  of: number;
  complete: boolean;
  version: number;
  review: Review | null;
}

/** Talk. */
export interface Said {
  type: "said";
  seat: number;
  name: string;
  text: string;
}

/** Talk to the table. */
export interface Say {
  type: "say";
  id: string;
  version: number;
  seat?: number | null;
  text: string;
}

/** Open the lines of a scoring held now. Answered with Scoring. */
export interface Score {
  type: "score";
  id: string;
}

/** The answer to Score. */
export interface Scoring {
  type: "scoring";
  id: string;
  version: number;
  lines: Line[];
}

/** Which scorings were held so far? Answered with HeldScorings, also when the game is over. */
export interface Scorings {
  type: "scorings";
  id: string;
}

/** A seat and who sits there. */
export interface SeatInfo {
  name: string | null;
  bot: string | null;
  away: boolean;
  resigned: boolean;
  ready: boolean;
  committed: boolean;
  muted: boolean;
  maker: boolean;
  yours: boolean;
  side: number;
  kept: string | null;
}

/** Somebody took a seat. */
export interface Seated {
  type: "seated";
  seat: number;
  name: string;
}

/** A position as it was set up, with what follows from the rest worked out. */
export interface SetUp {
  text: string;
  problem: string | null;
  spare: Record<string, number>;
  options: Record<string, string>;
  asked: number | null;
  points: number[];
  now: number[];
  moves: number;
}

/** GET /api/companion/ID: a sheet with all its notes, and what they count. */
export interface Sheet {
  id: string;
  version: number;
  game: string;
  options: Record<string, string>;
  players: string[];
  ghost: string | null;
  notes: NoteLine[];
  most: number;
  points: number[];
  lines: Line[];
  coming: Line[];
  winners: number[] | null;
  paper: unknown;
  described: Phrase[];
}

/** POST /api/companion/ID: change a sheet; answered with Sheet. Sent again with the same id, it changes nothing. */
export interface SheetCommand {
  id: string;
  version: number;
  change: WriteNote | MendNote | EraseNote | NamePlayers;
  language?: "de" | "en" | "es" | "hu" | "it";
}

/** POST /api/puzzles/GAME/N/solution: show it. */
export interface ShowPuzzle {
  language?: "de" | "en" | "es" | "hu" | "it";
}

/** The account of one side, each line as points and the chance to win. The lines add up to the result. */
export interface SideAccount {
  start: [number, number];
  luck: [number, number];
  own: [number, number];
  others: [number, number];
  revised: [number, number];
  resigned: [number, number];
  result: [number, number];
}

/** Take a free seat; with None the one kept for me, or the first. */
export interface Sit {
  type: "sit";
  id: string;
  version: number;
  seat?: number | null;
  name?: string | null;
}

/** POST /api/positions: a position that somebody sets up; without a text, one to begin with. Answered with SetUp. */
export interface Sketch {
  game: string;
  text?: string | null;
  seats?: number;
  options?: Record<string, string>;
  seed?: number;
}

/** Leave a seat before the game. */
export interface Stand {
  type: "stand";
  id: string;
  version: number;
  seat?: number | null;
}

/** The game began, with the luck of the deal. */
export interface Started {
  type: "started";
  nonces: string[];
  unopened: number[];
  luck: LuckLine[];
  happened: Happening[];
}

/** One step of a table's version. */
export interface Step {
  version: number;
  at: number;
  what: Played | Undone | Said | Hinted | Seated | Stood | Planned | Readied | Called | Opened | Lapsed | Started | Held | Returned | Resigned | Removed | Muted | Forgotten | Ended | Closed | Uncounted | Rematched;
  said?: Phrase[];
}

/** What happened since the last message, and the state after it. */
export interface Steps {
  type: "steps";
  version: number;
  at: number;
  steps: Step[];
  table: TableInfo | null;
  game: Game | null;
}

/** Somebody left a seat before the game. */
export interface Stood {
  type: "stood";
  seat: number;
  name: string;
}

/** A table in a list. */
export interface TableCard {
  id: string;
  game: string;
  options: Record<string, string>;
  status: "closed" | "gathering" | "opening" | "over" | "playing";
  public: boolean;
  clock: Clock;
  practice: boolean;
  seats: CardSeat[];
  scores: number[] | null;
  winners: number[] | null;
  asked: number | null;
  your_turn: boolean;
  deadline: number | null;
  made: number;
  touched: number;
  version: number;
}

/** A table without its game. */
export interface TableInfo {
  options: Record<string, string>;
  clock: Clock;
  public: boolean;
  spectators: boolean;
  undo: boolean;
  hints: boolean;
  stand_in: string;
  practice: boolean;
  id: string;
  game: string;
  rules: number;
  status: "closed" | "gathering" | "opening" | "over" | "playing";
  seats: SeatInfo[];
  you: You;
  luck: LuckInfo;
  deadline: number | null;
  result: Outcome | null;
  rematch: string | null;
  made: number;
  begins: Beginning | null;
  hides: boolean;
}

/** GET /api/tables?list=open or ?list=mine, with skip=: the last used first. */
export interface Tables {
  tables: TableCard[];
  more: boolean;
}

/** The answer to Try. */
export interface Tried {
  type: "tried";
  id: string;
  version: number;
  move: string;
  rule: string | null;
  text: string;
  preview: Record<string, number>;
}

/** What would this move do, or which rule forbids it? Answered with Tried. */
export interface Try {
  type: "try";
  id: string;
  move: string;
}

/** POST /api/puzzles/GAME/N/tries: is this move the best? */
export interface TryPuzzle {
  move: string;
  language?: "de" | "en" | "es" | "hu" | "it";
}

/** No server was up for so many milliseconds: they count for nobody. */
export interface Uncounted {
  type: "uncounted";
  ms: number;
}

/** Take my last move back. */
export interface Undo {
  type: "undo";
  id: string;
  version: number;
}

/** A seat took its last move back. */
export interface Undone {
  type: "undone";
  seat: number;
  move: string;
}

/** POST /api/people/codes: sign in as the person of this code; answered with Me and a cookie. */
export interface UseCode {
  code: string;
}

/** One thing that scores. */
export interface ValueRow {
  source: string;
  worth: number[][];
  counts: number[];
  more: number[];
  left: number | null;
}

/** What things are worth, who has how many, and what is left. */
export interface ValueTable {
  scoring: number;
  rows: ValueRow[];
  stock: Record<string, number>;
}

/** What are things worth right now, and who has how many? Answered with Worth. */
export interface Values {
  type: "values";
  id: string;
}

/** GET /api/tables/ID/verify?digest=HEX: the record of a finished game, checked again. */
export interface Verified {
  moves: number;
  draws: number;
  scores: number[];
  luck: "sealed" | "unrevealed" | "unsealed";
  chosen: boolean;
  digest: string;
  known: number | null;
}

/** Of a decision. */
export interface WhichDecision {
  step: number;
  words?: boolean;
}

/** Of GET /api/tables/ID/verify. */
export interface WhichDigest {
  digest?: string | null;
}

/** Of GET /api/tables/ID/replay. */
export interface WhichFrames {
  first?: number;
  seat?: number | null;
  words?: boolean;
}

/** Of GET /api/puzzles/GAME/N. */
export interface WhichPuzzle {
  words?: boolean;
}

/** Of a review. */
export interface WhichReview {
  deep?: boolean;
  known?: number;
}

/** Of GET /api/companion/ID. */
export interface WhichSheet {
  known?: number | null;
  before?: number | null;
}

/** Of GET /api/tables/ID/position. */
export interface WhichStep {
  step?: number;
}

/** Of GET /api/tables. */
export interface WhichTables {
  list?: "mine" | "open";
  skip?: number;
}

/** Of a move at a decision. */
export interface WhichVerdict {
  step: number;
  move: string;
  language?: "de" | "en" | "es" | "hu" | "it";
}

/** The table from scratch: the answer to Hello, or after a gap. */
export interface Whole {
  type: "whole";
  version: number;
  at: number;
  table: TableInfo;
  game: Game | null;
  recent: Step[];
  talk: Step[];
  present: boolean[];
  watching: number;
}

/** The answer to Values. */
export interface Worth {
  type: "values";
  id: string;
  version: number;
  table: ValueTable | null;
}

/** Write a note at the end, or before another. */
export interface WriteNote {
  type: "write";
  note: unknown;
  before?: number | null;
}

/** Who is looking. */
export interface You {
  seats: number[];
  maker: boolean;
}

export type FromClient = Hello | Ping | Sit | Stand | Plan | Ready | Open | Play | Undo | Say | Leave | Return | Resign | Remove | Mute | Close | Rematch | Hint | Try | Score | Odds | Scorings | Values;

export type FromServer = Whole | Steps | Done | Refusal | Advice | Tried | Scoring | Chances | HeldScorings | Worth | Presence | Pong | Bye;
