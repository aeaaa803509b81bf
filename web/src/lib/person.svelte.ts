/** Who is playing here: a guest with a name; made when one is needed. */

import * as api from './api';
import type { Me } from '$protocol';

export const person = $state<{ me: Me | null; asked: boolean }>({ me: null, asked: false });

export async function recall(): Promise<void> {
  try {
    person.me = (await api.me()) ?? null;
  } catch {
    person.me = null; // as far as one knows here
  }
  person.asked = true;
}

/** The person here, made now if there is none. */
export async function somebody(name: string): Promise<Me> {
  if (!person.me) person.me = await api.begin(name);
  return person.me;
}
