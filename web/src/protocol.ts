// Made of src/sabika/server/protocol.py by `make types`; edited there, not here.

export const PROTOCOL = 1;

/** Build a tile of the reserve (A18). */
export interface AddBuilding {
  type: "add";
  tile: string;
  cell: [number, number];
}

/** The answer to Hint, the best move first. */
export interface Advice {
  type: "advice";
  id: string;
  version: number;
  bot: string;
  moves: AdvisedMove[];
}

/** A move that a bot thinks well of. */
export interface AdvisedMove {
  move: string;
  action: unknown;
  preview: Record<string, number>;
  win: number | null;
  margin: number | null;
}

/** There is a new table for the same people. */
export interface Again {
  type: "again";
  table: string;
}

/** The table of Alcazaba; it looks the same from every seat. */
export interface AlcazabaView {
  viewer: number | null;
  stage: string;
  round: number;
  actor: number | null;
  first_player: number | null;
  turn: TurnView | null;
  columns: AlcazabaColumnView[];
  evaluated: string | null;
  won: string | null;
  players: AlcazabaPlayerView[];
  carlo: CarloView | null;
  stacks: number;
  bag_size: number;
  aside: string[];
  scorings_held: number;
}

/** The table of Alhambra from one seat, or as a spectator sees it. */
export interface AlhambraView {
  viewer: number | null;
  stage: string;
  turn: number | null;
  actor: number | null;
  market: SquareView[];
  display: (string | null)[];
  pile_size: number;
  bag_size: number;
  spent: string[];
  scorings_held: number;
  waiting: string[];
  seats: AlhambraSeatView[];
  dirk: DirkView | null;
  gone: string | null;
  ending: string;
}

/** The last throw does not count, with an annul chip (D29). */
export interface AnnulThrow {
  type: "annul";
}

/** I am back. */
export interface Back {
  type: "back";
  id: string;
  version: number;
  seat?: number | null;
}

/** The game began, and luck dealt. */
export interface Began {
  type: "began";
  nonces: string[];
  unopened: number[];
  luck: LuckLine[];
  happened: Happening[];
}

/** A seat for a bot. */
export interface BotSeat {
  type: "bot";
  bot: string;
}

/** Buy a tile of the market with cards of its square's currency (A13). */
export interface BuyBuilding {
  type: "buy";
  tile: string;
  payment: string[];
}

/** The socket will be closed. */
export interface Bye {
  type: "bye";
  why: "no-spectators" | "restart" | "signed-out" | "silent" | "slow";
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

/** The third player of a table of two. */
export interface CarloView {
  markers: number;
  fallen: number;
  tiles: string[];
  points: number;
}

/** The answer to Odds. */
export interface Chances {
  type: "chances";
  id: string;
  version: number;
  columns: number[][];
}

/** A city as it lies on the table. */
export interface CityView {
  tiles: PartsPlaced[];
  reserve: string[];
  wall: number;
  stretch: [number, number, string][];
}

/** How long a decision may take: so long for each, and after that from a bank for the whole game. */
export interface Clock {
  move?: number;
  bank?: number;
}

/** Between which a clock may be set. */
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
  why: "idle" | "maker";
}

/** Tiles that lie face down. */
export interface ClosedHand {
  type: "closed";
  size: number;
}

/** POST /api/me/codes: a code that makes another device this person, once. */
export interface DeviceCode {
  code: string;
  expires: number;
}

/** The table of the Dice Game; it looks the same from every seat. */
export interface DiceView {
  viewer: number | null;
  stage: string;
  round: number;
  actor: number | null;
  first_player: number | null;
  turn: TurnView | null;
  black_die: string | null;
  columns: AlhambraDiceColumnView[];
  evaluated: string | null;
  prizes_given: string[];
  players: AlhambraDicePlayerView[];
  light_chips: number;
  dark_chips: number;
  gone: string[];
  scorings_held: number;
}

/** The third player of a table of two. */
export interface DirkView {
  tiles: string[];
  points: number;
}

/** Place a marker on a cell that an opponent holds, with a displace chip (D28). */
export interface DisplaceMarker {
  type: "displace";
  column: string;
}

/** A command was done and is safe; what it did is told by steps. */
export interface Done {
  type: "done";
  id: string;
  version: number;
  table?: string | null;
}

/** Draw one tile, or none, where tiles may be kept (Z11). */
export interface DrawTiles {
  type: "draw";
  tiles: number;
}

/** The game is over, and its seed is revealed. */
export interface Ended {
  type: "ended";
  seed: string;
  result: Outcome;
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
}

/** GET /api/games: what can be played here, and who can be played against. */
export interface Games {
  protocol: number;
  games: GameInfo[];
  bots: string[];
  limits: ClockLimits;
}

/** A player resigned: a bot plays on, and the seat cannot win. */
export interface GaveUp {
  type: "gave-up";
  seat: number;
  bot: string;
}

/** Give a new tile to the ghost (A16). */
export interface GiveBuilding {
  type: "give";
  tile: string;
}

/** Something that followed from a move or from luck: a scoring, a gift, the end. Its kind is a key in `locales/`. */
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

/** The first message. */
export interface Hello {
  type: "hello";
  protocol: number;
  since?: number | null;
  language?: "de" | "en" | "es" | "hu" | "it";
  positions?: boolean;
  seat?: number | null;
}

/** What would a good bot do? Answered with Advice. */
export interface Hint {
  type: "hint";
  id: string;
}

/** Keep these dice and throw the others (D10). */
export interface KeepDice {
  type: "keep";
  dice: string[];
}

/** Lay a tile on a square (Z8). */
export interface LayTile {
  type: "lay";
  value: number;
  cell: [number, number];
}

/** Go away: a bot holds my seat. Any later command of mine, or `back`, is my return. */
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

/** What makes the luck of a table verifiable. */
export interface LuckInfo {
  construction: string;
  game_id: string;
  commitment: string;
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
}

/** A new table. */
export interface Made {
  id: string;
}

/** A line of 10 to 12 that this turn has made so far. */
export interface MadeLine {
  line: string;
  sum: number;
}

/** A marker in the result space. */
export interface MarkerView {
  row: number;
  throws: number;
  player: number;
}

/** GET /api/me; without content for who is not known yet. */
export interface Me {
  id: string;
  name: string;
}

/** A seat moved, and luck answered. */
export interface Moved {
  type: "moved";
  seat: number;
  move: string;
  action: unknown;
  by: string;
  luck: LuckLine[];
  happened: Happening[];
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

/** Name the first player of the next round (D31). */
export interface NameFirst {
  type: "name";
  seat: number;
}

/** POST /api/people: begin to be somebody; answered with Me and a cookie. */
export interface NewPerson {
  name: string;
}

/** POST /api/tables: make a table; answered with Made. */
export interface NewTable {
  game: string;
  seats: (PersonSeat | MySeat | BotSeat)[];
  options?: Record<string, string>;
  clock?: Clock;
  public?: boolean;
  spectators?: boolean;
  undo?: boolean;
  hints?: boolean;
  stand_in?: string;
  commit?: string | null;
  ready?: boolean;
  seed?: number | null;
}

/** How likely is every cell of the result space for who throws now? Answered with Chances. */
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
}

/** A choice that a table makes before the game. */
export interface OptionInfo {
  name: string;
  choices: string[];
  about: string;
}

/** How the game came out. */
export interface Outcome {
  scores: number[];
  winners: number[];
  resigned: number[];
  reason: string;
  breakdown: Line[];
}

/** A seat for whoever comes. */
export interface PersonSeat {
  type: "person";
}

/** Take a tile of the column, or the first-player chip (C57). */
export interface PickPrize {
  type: "pick";
  prize: string;
}

/** Answered with Pong. */
export interface Ping {
  type: "ping";
}

/** Build a new tile (A16). */
export interface PlaceBuilding {
  type: "place";
  tile: string;
  cell: [number, number];
}

/** End the turn: place a marker for a type (D12). */
export interface PlaceMarker {
  type: "mark";
  column: string;
}

/** The maker gives a free seat, or a bot's, to a bot, or with None to whoever comes. */
export interface Plan {
  type: "plan";
  id: string;
  version: number;
  seat: number;
  bot?: string | null;
}

/** The maker gave a seat to a bot, or to whoever comes. */
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

/** The answer to Ping. */
export interface Pong {
  type: "pong";
  at: number;
}

/** Who is connected here, by seat, and how many watch. */
export interface Presence {
  type: "presence";
  present: boolean[];
  watching: number;
}

/** Why something was not done. Nothing has changed. */
export interface Problem {
  type: "problem";
  code: "bad-clock" | "bad-name" | "bad-option" | "bad-seats" | "busy" | "failed" | "foreign" | "hello-first" | "insecure" | "muted" | "no-bot" | "no-code" | "no-game" | "no-hint" | "no-method" | "no-move" | "no-page" | "no-person" | "no-spectators" | "no-table" | "no-undo" | "not-gathering" | "not-maker" | "not-opening" | "not-over" | "not-playing" | "not-seated" | "not-yours" | "other-protocol" | "refused" | "removed" | "resigned" | "seat-taken" | "stale" | "too-large" | "too-many" | "unreadable" | "wrong-nonce";
  text: string;
  rule?: string | null;
  version?: number | null;
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

/** A command or question was not answered. */
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

/** The maker removes a player. */
export interface Remove {
  type: "remove";
  id: string;
  version: number;
  seat: number;
}

/** Put a tile of the city on the reserve (A18). */
export interface RemoveBuilding {
  type: "remove";
  tile: string;
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
  frames: Frame[];
}

/** Put a new tile on the reserve (A16). */
export interface ReserveBuilding {
  type: "reserve";
  tile: string;
}

/** Give up: a bot plays on, and my seat cannot win. */
export interface Resign {
  type: "resign";
  id: string;
  version: number;
  seat?: number | null;
}

/** A player is back. */
export interface Returned {
  type: "returned";
  seat: number;
}

/** A row of a sheet. */
export interface RowView {
  cross: boolean;
  boxes: [number, number, number];
  bonus: number;
  complete: boolean;
  total: number;
}

/** Talk. */
export interface Said {
  type: "said";
  seat: number;
  name: string;
  text: string;
}

/** Somebody took a seat. */
export interface Sat {
  type: "sat";
  seat: number;
  name: string;
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

/** Set the black die to a type, with a black-die chip (D30). */
export interface SetBlackDie {
  type: "black";
  symbol: string;
}

/** The sheet of a player or a team. */
export interface SheetView {
  rows: RowView[];
  total: number;
}

/** Tiles that the viewer sees. */
export interface ShownHand {
  type: "shown";
  size: number;
  tiles: number[];
}

/** Take a free seat; with None the one kept for me, or the first. */
export interface Sit {
  type: "sit";
  id: string;
  version: number;
  seat?: number | null;
  name?: string | null;
}

/** A square of the market. */
export interface SquareView {
  currency: string;
  tile: string | null;
  price: number;
}

/** The discs on one space of a building track. */
export interface StackView {
  space: number;
  players: number[];
}

/** Leave a seat before the game. */
export interface Stand {
  type: "stand";
  id: string;
  version: number;
  seat?: number | null;
}

/** What made a table's version one more. */
export interface Step {
  version: number;
  at: number;
  what: Moved | TakenBack | Said | Sat | Stood | Planned | Readied | Called | Opened | Began | Held | Returned | GaveUp | Removed | Muted | Ended | Closed | Again;
}

/** What happened since the last message, and how things stand after it. */
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

/** Keep the tiles that are left, where that is allowed (Z11). */
export interface StopLaying {
  type: "stop";
}

/** Put a tile of the reserve in the place of one in the city (A18). */
export interface SwapBuilding {
  type: "swap";
  tile: string;
  leaver: string;
}

/** A table in a list. */
export interface TableCard {
  id: string;
  game: string;
  options: Record<string, string>;
  status: "closed" | "gathering" | "opening" | "over" | "playing";
  public: boolean;
  clock: Clock;
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

/** All of a table but the game itself. */
export interface TableInfo {
  id: string;
  game: string;
  rules: number;
  options: Record<string, string>;
  status: "closed" | "gathering" | "opening" | "over" | "playing";
  clock: Clock;
  public: boolean;
  spectators: boolean;
  undo: boolean;
  hints: boolean;
  stand_in: string;
  seats: SeatInfo[];
  you: You;
  luck: LuckInfo;
  deadline: number | null;
  result: Outcome | null;
  again: string | null;
  made: number;
}

/** GET /api/tables?list=open or ?list=mine, with skip=: the last touched first. */
export interface Tables {
  tables: TableCard[];
  more: boolean;
}

/** Take cards of the display (A12). */
export interface TakeMoney {
  type: "take";
  cards: string[];
}

/** Take two points, or one and the chip (D20); points may go to other columns by swap chips (D27). */
export interface TakePrize {
  type: "prize";
  prize: "chip" | "points";
  swaps?: string[];
}

/** A seat took its last move back. */
export interface TakenBack {
  type: "taken-back";
  seat: number;
  move: string;
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

/** A turn while the dice are out. */
export interface TurnView {
  seat: number;
  throws: number;
  dice: string[];
  kept: string[];
}

/** Take my last move back. */
export interface Undo {
  type: "undo";
  id: string;
  version: number;
}

/** POST /api/people/codes: be the person of this code from now on; answered with Me and a cookie. */
export interface UseCode {
  code: string;
}

/** GET /api/tables/ID/verify: the record of a finished game was gone through again. */
export interface Verified {
  moves: number;
  draws: number;
  scores: number[];
  luck: "sealed" | "unrevealed" | "unsealed";
  chosen: boolean;
}

/** Of GET /api/tables/ID/replay. */
export interface WhichFrames {
  first?: number;
  seat?: number | null;
}

/** Of GET /api/tables. */
export interface WhichTables {
  list?: "mine" | "open";
  skip?: number;
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

/** Who is looking. */
export interface You {
  seats: number[];
  maker: boolean;
}

/** The table of Zatre from one seat, or as a spectator sees it. */
export interface ZatreView {
  viewer: number | null;
  stage: string;
  turn: number;
  actor: number | null;
  starter: number | null;
  tiles: ZatrePlaced[];
  laid: [number, number][];
  lines: MadeLine[];
  seats: ZatreSeatView[];
  sheets: SheetView[];
  bag_size: number;
  ending: string;
}

/** A column of the board. */
export interface AlcazabaColumnView {
  building: string;
  tiles: string[];
  first_player_chip: boolean;
  markers: MarkerView[];
}

/** A player with a seat. */
export interface AlcazabaPlayerView {
  markers: number;
  fallen: number;
  resting: number;
  city: CityView;
  points: number;
}

/** A player as others see him. */
export interface AlhambraSeatView {
  city: CityView;
  hand_size: number;
  hand: string[] | null;
  won: string[];
  points: number;
}

/** A column of the board. */
export interface AlhambraDiceColumnView {
  building: string;
  chip: string | null;
  markers: MarkerView[];
  track: StackView[];
}

/** A player; Carlo is the last. */
export interface AlhambraDicePlayerView {
  markers: number;
  fallen: number;
  chips: string[];
  points: number;
}

/** A tile in a city. */
export interface PartsPlaced {
  tile: string;
  cell: [number, number];
}

/** A tile on the board. */
export interface ZatrePlaced {
  value: number;
  cell: [number, number];
}

/** A player at the table. */
export interface ZatreSeatView {
  side: number;
  hand: ShownHand | ClosedHand;
  drawn: number | null;
}

export type FromClient = Hello | Ping | Sit | Stand | Plan | Ready | Open | Play | Undo | Say | Leave | Back | Resign | Remove | Mute | Close | Rematch | Hint | Try | Score | Odds;

export type FromServer = Whole | Steps | Done | Refusal | Advice | Tried | Scoring | Chances | Presence | Pong | Bye;

export type AlhambraAction = TakeMoney | BuyBuilding | AddBuilding | RemoveBuilding | SwapBuilding | PlaceBuilding | ReserveBuilding | GiveBuilding;

export type AlhambraDiceAction = KeepDice | PlaceMarker | NameFirst | DisplaceMarker | SetBlackDie | AnnulThrow | TakePrize;

export type AlcazabaAction = KeepDice | PlaceMarker | NameFirst | AddBuilding | RemoveBuilding | SwapBuilding | PlaceBuilding | ReserveBuilding | GiveBuilding | PickPrize;

export type ZatreAction = LayTile | DrawTiles | StopLaying;

export interface Positions {
  alhambra: AlhambraView;
  alhambra_dice: DiceView;
  alcazaba: AlcazabaView;
  zatre: ZatreView;
}

export interface Actions {
  alhambra: AlhambraAction;
  alhambra_dice: AlhambraDiceAction;
  alcazaba: AlcazabaAction;
  zatre: ZatreAction;
}
