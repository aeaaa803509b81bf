/** What a game brings to the browser. Everything that is one game's lies in its room and is found by the game's name. */

import type { Component, Snippet } from 'svelte';
import type { Wall } from '$art/ornament';
import type { Icon } from '$lib/icons';
import type { Flight } from '$lib/motion';
import type { Fields } from '$lib/position';
import type { Reader } from '$lib/words';
import type { Chances, Game, Happening, Line, LuckLine, Played, Sheet } from '$protocol';

export type Room = {
  Board: () => Promise<{ default: Component<BoardProps> }>; // fetched when it is played
  Editor?: () => Promise<{ default: Component<EditorProps> }>; // to set up a position; without one its text is edited
  Companion?: () => Promise<{ default: Component<CompanionProps> }>; // how a game with the box is written down
  Picture: Component; // a few of its pieces, in a drawing of 320 by 180
  wall: Wall; // the ornament behind its board
  words: Words;
  describe: (game: Game, names: string[]) => string[]; // a position in words, besides everybody's points
  lesson?: () => Promise<{ touches: Touches }>; // where a move begins on its board; for the scenes of its lesson
  parts: readonly string[]; // what it is made of: their sentences are looked up after its own
  phrases?: true; // it has no words of its own: the server tells in phrases what happens
  travels?: () => Promise<{ travels: Travels }>; // how its pieces move
  Mark?: Component<{ line: Line }>; // a line of a score, drawn
  SourceMark?: Component<{ source: string }>; // what scores, drawn
  now?: false; // nothing waits for a scoring: points are written as they are made
  shared?: (position: unknown) => boolean; // do several seats have the same points?
  points?: 'board'; // everybody's points have a place on the board; otherwise the player's own are shown above it
};

/** What happens in a game, in sentences. */
export type Words = {
  move: (action: unknown, seat: number, reader: Reader) => string;
  luck: (luck: LuckLine, reader: Reader) => string | null;
  happening: (happening: Happening, reader: Reader) => string | readonly string[] | null; // null: said by the move already, or shown larger
  asks: Readonly<Record<string, string>>; // by kind of move what it asks: the first kind that is among the options speaks
  source: (source: string) => string; // where points of a score came from
  why: (line: Line) => string; // why a line of a score is what it is
  brief?: (line: Line) => string; // the same in a word or two
  icons?: Readonly<Record<string, Icon>>; // by kind of move, what it is done with
  sentence?: (line: Line, reader: Reader) => string | null; // a line of a score that is told whole: it gives no points
  passing?: readonly string[]; // moves that are not worth telling once the next was made
};

/** Where pieces go when something is played, and where it was played; places are selectors on the game's own board. */
export type Travels = {
  flights: (played: Played, before: Game, me: number) => Flight[];
  place: (played: Played, me: number) => string | null;
  drawing: (player: number, me: number) => string; // what a player has built, for a picture of the end
};

/** What an editor of positions is given, and what it reports. It knows no rule: the server says what cannot be. */
export type EditorProps = {
  fields: Fields; // of the position text
  spare: Readonly<Record<string, number>>; // pieces that lie nowhere, by name
  names: string[]; // of every player, the ghost last
  seats: number;
  onchange: (changes: Fields) => void;
};

/** What is touched for a move, one after the other, as selectors: the first that is on the board is next. */
export type Touches = (action: unknown, game: Game) => string[];

export type Proposal = { move: string; text: string };

/** What every board is given, and what it reports. A board decides no rule: it offers the options it was given. */
export type BoardProps = {
  game: Game; // as this viewer sees it
  names: string[]; // of every player, the ghost last
  proposed: Proposal | null; // chosen and not yet confirmed
  onpropose: (proposal: Proposal | null) => void;
  ontry: (move: string) => Promise<{ legal: boolean; text: string }>; // ask the rules about a move that is no option
  onask?: (text: string | null) => void; // what is asked now, where that is not what the options ask
  onconfirm?: () => void; // play what is proposed
  onodds?: () => Promise<Chances | null>; // the chances of the dice that lie there
  onscore?: () => Promise<Line[]>; // what a scoring now would write
  talk?: Snippet | undefined; // what happened and what is said, where a board has room for it
};

/** What the companion of a game is given, and what it reports: a note as the rules of its game know it. */
export type CompanionProps = {
  sheet: Sheet; // as it stands, or stood before a note that is mended
  names: string[]; // of every player, the ghost last
  busy: boolean; // something is being written
  onwrite: (note: unknown) => void;
};
