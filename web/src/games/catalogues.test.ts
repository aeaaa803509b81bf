import { expect, test } from 'vitest';
import { overlaid, ownSentences } from './catalogues';

test('a sentence comes with all its variants from the first catalogue that has it', () => {
  const own = { give: '{who} gives', 'give#you': 'you give' };
  const part = { give: 'somebody gives', 'give#one': 'somebody gives one', take: '{who} takes' };
  expect(overlaid([own, part])).toEqual({ ...own, take: '{who} takes' });
});

test('a game that has no catalogue says nothing', async () => {
  expect(await ownSentences('nowhere', ['nothing'])('en')).toEqual({});
});
