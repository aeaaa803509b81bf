import { expect, test } from 'vitest';
import { codeOf, tableIn } from './invitation';

test.each(['k3m9pq2rstuv', 'k3m9-pq2r-stuv', ' K3M9 PQ2R STUV ', 'http://192.168.1.7:8000/table/k3m9pq2rstuv', 'example.org/table/k3m9pq2rstuv/replay/3?x'])(
  '%s leads to the table',
  (typed) => expect(tableIn(typed)).toBe('k3m9pq2rstuv'),
);

test('a code can be read out in groups', () => expect(codeOf('k3m9pq2rstuv')).toBe('k3m9-pq2r-stuv'));
