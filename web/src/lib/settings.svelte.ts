/** What a person has set here; kept in this browser where it allows that. */

type Settings = {
  language: string; // '': as the browser asks
  theme: '' | 'light' | 'dark';
  sound: boolean;
  confirm: boolean; // moves wait for a second tap
  motion: 'calm' | 'quick' | 'none'; // how fast pieces move
};

const KEY = 'sabika';
const FIRST: Settings = { language: '', theme: '', sound: false, confirm: true, motion: 'calm' };

function kept(): Settings {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...FIRST };
  }
}

export const settings = $state<Settings>(kept());

export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  const page = document.documentElement.dataset; // what style sheets obey
  if (settings.theme) page.theme = settings.theme;
  else delete page.theme;
  page.motion = settings.motion;
}
