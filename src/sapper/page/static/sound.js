// Plays short sounds, which are off by default.

/** @typedef {keyof typeof TONES} Sound */
// Each sound glides from one frequency to another: [from in Hz, to in Hz, duration in seconds].
const TONES = {
  open: [420, 520, 0.05],
  flag: [300, 260, 0.05],
  won: [520, 880, 0.35],
  lost: [180, 60, 0.4],
};

const audio = new AudioContext();

/** @param {Sound} kind */
export function play(kind) {
  const [from, to, length] = TONES[kind];
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.setValueAtTime(from, audio.currentTime);
  tone.frequency.exponentialRampToValueAtTime(to, audio.currentTime + length);
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + length);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + length);
}
