import { expect, test } from 'vitest';
import { fieldsOf, inLink, listOf, listText, ofLink, withFields, without, withSeat } from './position';

const TEXT = 'pig:1 seats=2 board=####..+#+..####/. hands=12/- sheets=1;2,4;-;- x=a&b%c';

test('fields are read and changed, and the rest stays as it is', () => {
  expect(fieldsOf(TEXT).hands).toBe('12/-');
  expect(withFields(TEXT, {})).toBe(TEXT);
  expect(withFields(TEXT, { hands: '1/2' })).toBe(TEXT.replace('12/-', '1/2'));
  expect(withFields('nothing of ours', { hands: '-' })).toBe('nothing of ours');
});

test('a link carries every sign of a position', () => {
  expect(ofLink(`#${inLink(TEXT)}`)).toBe(TEXT);
  expect(inLink('pig:1 seats=2 hands=y1,g2/-')).toBe('pig:1&seats=2&hands=y1,g2/-');
  expect(ofLink('#%')).toBe('');
});

test('lists of pieces', () => {
  expect(listOf('-')).toEqual([]);
  expect(listText(without(listOf('y1,y1,g2'), 'y1'))).toBe('y1,g2');
  expect(listText([])).toBe('-');
  expect(withSeat('a/b/c', 1, '-')).toBe('a/-/c');
});
