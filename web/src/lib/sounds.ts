/** Soft ceramic, paper and coin: made here, so that nothing has to be fetched. */

export type Sound = 'turn' | 'tile' | 'coin' | 'dice' | 'marker' | 'scoring';

let audio: AudioContext | null = null;

/** A struck thing: a tone that dies away. */
function strike(sounds: AudioContext, after: number, pitch: number, loud: number, lasts: number, type: OscillatorType = 'triangle'): void {
  const start = sounds.currentTime + after;
  const tone = sounds.createOscillator();
  const loudness = sounds.createGain();
  tone.type = type;
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(loud, start);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  tone.connect(loudness).connect(sounds.destination);
  tone.start(start);
  tone.stop(start + lasts + 0.05);
}

/** A dry knock: noise through a narrow band. */
function knock(sounds: AudioContext, after: number, pitch: number, loud: number, lasts: number): void {
  const start = sounds.currentTime + after;
  const noise = sounds.createBufferSource();
  noise.buffer = hiss(sounds);
  const band = sounds.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = pitch;
  band.Q.value = 5;
  const loudness = sounds.createGain();
  loudness.gain.setValueAtTime(loud, start);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  noise.connect(band).connect(loudness).connect(sounds.destination);
  noise.start(start);
  noise.stop(start + lasts);
}

let noise: AudioBuffer | null = null;
function hiss(sounds: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = sounds.createBuffer(1, sounds.sampleRate / 4, sounds.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = 2 * Math.random() - 1;
  return noise;
}

const PLAYED: Record<Sound, (sounds: AudioContext) => void> = {
  turn: (sounds) => {
    strike(sounds, 0, 880, 0.12, 0.25);
    strike(sounds, 0.12, 1320, 0.12, 0.25);
  },
  tile: (sounds) => {
    knock(sounds, 0, 900, 0.5, 0.09);
    strike(sounds, 0.005, 330, 0.06, 0.14);
  },
  coin: (sounds) => {
    strike(sounds, 0, 2640, 0.05, 0.18, 'sine');
    strike(sounds, 0.05, 3520, 0.04, 0.22, 'sine');
  },
  dice: (sounds) => {
    for (let n = 0; n < 7; n++) knock(sounds, n * 0.06 + Math.random() * 0.03, 1400 + Math.random() * 1600, 0.4, 0.05);
  },
  marker: (sounds) => knock(sounds, 0, 500, 0.5, 0.07),
  scoring: (sounds) => [523, 659, 784, 1047].forEach((pitch, n) => strike(sounds, n * 0.11, pitch, 0.09, 0.5)),
};

/** Play it; before the first tap or key a browser allows no sound, and complains when one is begun. */
export function play(sound: Sound): void {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume().catch(() => {});
  PLAYED[sound](audio);
}
