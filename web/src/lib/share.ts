/** The end of a game as a picture: the cities or the board as they lie there, with names and points. */

import { star } from '$art/ornament';

const WIDTH = 1200;
const HEIGHT = 630;
const PLASTER = '#f6efe2';
const INK = '#2a2320';
const STYLED = ['fill', 'fill-rule', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'opacity', 'fill-opacity', 'stroke-opacity', 'font-size', 'font-weight', 'font-family', 'text-anchor', 'display', 'visibility'];

export type Result = { title: string; headline: string; players: { name: string; points: number; colour: string; won: boolean; drawing: Element | null }[] };

/** A drawing of the page by itself: what its style sheets say is written into it. */
function standalone(drawing: Element, x: number, y: number, width: number, height: number): string {
  const copy = drawing.cloneNode(true) as SVGElement;
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

/** The whole picture as a drawing. */
export function drawn({ title, headline, players }: Result): string {
  const pictured = players.filter((player) => player.drawing);
  const once = new Set(pictured.map((player) => player.drawing)).size === 1;
  const shown = once ? pictured.slice(0, 1) : pictured;
  const wide = shown.length ? (WIDTH - 80) / shown.length : 0;
  const most = Math.max(1, ...players.map((player) => player.points));
  const cities = shown.map((player, n) => standalone(player.drawing!, 40 + n * wide + 8, 150, wide - 16, 270)).join('');
  const step = (WIDTH - 80) / players.length;
  const names = players
    .map(({ name, points, colour, won }, n) => {
      const x = 40 + n * step + step / 2;
      const label = escaped(name.length > 14 ? `${name.slice(0, 13)}…` : name);
      return `<g text-anchor="middle" fill="${INK}"><rect x="${x - (step * 0.36 * points) / most}" y="446" width="${(step * 0.72 * points) / most}" height="12" rx="6" fill="${colour}"/>
        <text x="${x}" y="515" font-size="48" font-weight="700">${points}</text><text x="${x}" y="560" font-size="28">${won ? '★ ' : ''}${label}</text></g>`;
    })
    .join('');
  const stars = Array.from({ length: 12 }, (_, n) => `<path d="${star(620 + ((n * 137) % 580), 30 + ((n * 53) % 90), 8, 9 + (n % 4) * 3, 6 + (n % 4) * 2)}" fill="#b79f77" opacity="0.35"/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif">
    ${document.querySelector('#paints defs')?.outerHTML ?? ''}<rect width="${WIDTH}" height="${HEIGHT}" fill="${PLASTER}"/>${stars}
    <text x="40" y="72" font-size="46" font-weight="700" fill="${INK}">${escaped(headline)}</text><text x="40" y="118" font-size="30" fill="#6a5c4e">${escaped(title)} · Sabika</text>
    ${cities}${names}</svg>`;
}

/** The same as a PNG. */
export async function picture(result: Result): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn(result))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  canvas.getContext('2d')!.drawImage(image, 0, 0);
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
