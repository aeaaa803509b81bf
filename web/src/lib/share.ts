/** The end of a game as a picture: the cities or the board as they lie there, with names and points. */

import { channels, corners, groundIn, type Box } from '$art/courtyard';
import { star } from '$art/ornament';

const WIDTH = 1200;
const HEIGHT = 630;
const STYLED = ['fill', 'fill-rule', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'opacity', 'fill-opacity', 'stroke-opacity', 'font-size', 'font-weight', 'font-family', 'text-anchor', 'display', 'visibility'];

export type Result = { title: string; headline: string; players: { name: string; points: number; colour: string; won: boolean; drawing: Element | null }[] };

/** A whole city, however it was moved or enlarged on the page, on a ground of the shape of its new place. */
function settled(copy: SVGElement, shape: number): void {
  const ground = copy.querySelector<SVGElement>('[data-box]');
  if (!ground) return;
  const [x, y, width, height] = copy.getAttribute('viewBox')!.split(' ').map(Number) as [number, number, number, number];
  const was: Box = JSON.parse(ground.dataset.box!);
  const box = groundIn({ x, y, width, height }, shape);
  ground.parentElement!.removeAttribute('transform');
  for (const rect of ground.querySelectorAll('rect')) {
    for (const side of ['x', 'y', 'width', 'height'] as const) rect.setAttribute(side, String(Number(rect.getAttribute(side)) + box[side] - was[side]));
  }
  for (const line of ground.querySelectorAll('.bank, .water')) line.setAttribute('d', channels(box));
  ground.querySelector('.corners')?.setAttribute('d', corners(box));
}

/** A drawing of the page by itself: what its style sheets say is written into it. */
function standalone(drawing: Element, x: number, y: number, width: number, height: number): string {
  const copy = drawing.cloneNode(true) as SVGElement;
  settled(copy, width / height);
  const from = [drawing, ...drawing.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  from.forEach((each, n) => {
    const style = getComputedStyle(each);
    for (const name of ['class', 'style']) to[n]!.removeAttribute(name); // the page's policy allows no style attribute either
    for (const name of STYLED) if (style.getPropertyValue(name)) to[n]!.setAttribute(name, style.getPropertyValue(name));
  });
  for (const [name, at] of Object.entries({ x, y, width, height, xmlns: 'http://www.w3.org/2000/svg' })) copy.setAttribute(name, String(at));
  return new XMLSerializer().serializeToString(copy);
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

type Colours = { ground: string; ink: string; quiet: string };
type Player = Result['players'][number];

/** The colours of the page, so that a board lies on the ground it is drawn for. */
function colours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const [ground, ink, quiet] = ['--ground', '--ink', '--quiet'].map((name) => style.getPropertyValue(name)) as [string, string, string];
  return { ground, ink, quiet };
}

const short = (name: string) => escaped(name.length > 14 ? `${name.slice(0, 13)}…` : name);
const called = ({ name, won }: Player) => `${won ? '★ ' : ''}${short(name)}`;
const mostOf = (players: readonly Player[]) => Math.max(1, ...players.map((player) => player.points));

const onOneBoard = (drawings: readonly Element[]) => drawings.length > 1 && new Set(drawings).size === 1;

/** Every city in a column of its own, with its player below. */
function besideOneAnother(players: readonly Player[]): string {
  const shown = players.filter((player) => player.drawing);
  const wide = shown.length ? (WIDTH - 80) / shown.length : 0;
  const step = (WIDTH - 80) / players.length;
  const cities = shown.map((player, n) => standalone(player.drawing!, 40 + n * wide + 8, 150, wide - 16, 270));
  const names = players.map((player, n) => {
    const x = 40 + n * step + step / 2;
    const long = (step * 0.72 * player.points) / mostOf(players);
    return `<g text-anchor="middle"><rect x="${x - long / 2}" y="446" width="${long}" height="12" rx="6" fill="${player.colour}"/>
      <text x="${x}" y="515" font-size="48" font-weight="700">${player.points}</text><text x="${x}" y="560" font-size="28">${called(player)}</text></g>`;
  });
  return [...cities, ...names].join('');
}

/** One board that all played on, as large as it goes, with the players beside it. */
function aroundOneBoard(players: readonly Player[]): string {
  const high = Math.min(90, 440 / players.length);
  const rows = players.map((player, n) => {
    const y = 160 + n * high;
    return `<text x="132" y="${y + 38}" font-size="42" font-weight="700" text-anchor="end">${player.points}</text><text x="152" y="${y + 36}" font-size="28">${called(player)}</text>
      <rect x="152" y="${y + 50}" width="${(360 * player.points) / mostOf(players)}" height="12" rx="6" fill="${player.colour}"/>`;
  });
  return standalone(players.find((player) => player.drawing)!.drawing!, 570, 30, 600, 570) + rows.join('');
}

/** Whatever is still on its way has arrived: a tile that fades in would be copied as it is now. What shines for ever goes on. */
function arrive(drawing: Element): void {
  for (const each of drawing.getAnimations({ subtree: true })) if (Number.isFinite(each.effect?.getComputedTiming().endTime)) each.finish();
}

/** The picture as a drawing, all but its titles. */
export function drawn({ players }: Result): string {
  const { ground, ink } = colours();
  const drawings = players.flatMap((player) => player.drawing ?? []);
  drawings.forEach(arrive);
  const once = onOneBoard(drawings);
  const stars = Array.from({ length: once ? 0 : 12 }, (_, n) => `<path d="${star(620 + ((n * 137) % 580), 30 + ((n * 53) % 90), 8, 9 + (n % 4) * 3, 6 + (n % 4) * 2)}" fill="#b79f77" opacity="0.35"/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" fill="${ink}">
    ${document.querySelector('#paints defs')?.outerHTML ?? ''}<rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}"/>${stars}
    ${once ? aroundOneBoard(players) : besideOneAnother(players)}</svg>`;
}

/** The titles in their own face: a drawing by itself knows no fonts of the page, the canvas does. */
async function letter(context: CanvasRenderingContext2D, { title, headline, players }: Result): Promise<void> {
  const { ink, quiet } = colours();
  const room = onOneBoard(players.flatMap((player) => player.drawing ?? [])) ? 510 : WIDTH - 80;
  const face = getComputedStyle(document.documentElement).getPropertyValue('--title');
  const below = `${title} · Sabika`;
  for (const [text, y, size, colour] of [[headline, 74, 58, ink], [below, 118, 32, quiet]] as const) {
    context.font = `${size}px ${face}`;
    context.fillStyle = colour;
    await document.fonts.load(context.font, text);
    context.fillText(text, 40, y, room);
  }
}

/** The same as a PNG. */
export async function picture(result: Result): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn(result))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  await letter(context, result);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}

/** Hand it to whatever shares things here, or save it. */
export async function share(result: Result, name: string): Promise<void> {
  const blob = await picture(result);
  const file = new File([blob], name, { type: 'image/png' });
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: result.headline }).catch(() => {}); // it was not wanted after all
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
