/** Who is playing here: a guest with a name; made when one is needed. */

import * as api from './api';
import type { Me } from '$protocol';

export const person = $state<{ me: Me | null; asked: boolean }>({ me: null, asked: false });

let recalling: Promise<void> | null = null; // asked once; again only when there was no answer

/** Asks the server who this browser belongs to. It throws when nobody answers: that is not the same as nobody being known. */
export function recall(): Promise<void> {
  recalling ??= askWho().catch((error: unknown) => {
    recalling = null;
    throw error;
  });
  return recalling;
}

async function askWho(): Promise<void> {
  try {
    const found = await api.me();
    person.me ??= found ?? null;
  } finally {
    person.asked = true;
  }
}

/** The person here, made now if there is none. */
export async function somebody(name: string): Promise<Me> {
  if (!person.me) await recall();
  person.me ??= await api.begin(name);
  return person.me;
}
