// A short click for a move; made here, so that no sound has to be loaded.

let context = null;

export function click(captured) {
  context ||= new AudioContext();
  const at = context.currentTime;
  const hits = Math.min(captured, 4) || 1;
  for (let hit = 0; hit < hits; hit += 1) {
    const tone = context.createOscillator();
    const loud = context.createGain();
    tone.frequency.setValueAtTime(captured ? 320 : 220, at + hit * 0.12);
    tone.frequency.exponentialRampToValueAtTime(90, at + hit * 0.12 + 0.08);
    loud.gain.setValueAtTime(0.25, at + hit * 0.12);
    loud.gain.exponentialRampToValueAtTime(0.001, at + hit * 0.12 + 0.1);
    tone.connect(loud).connect(context.destination);
    tone.start(at + hit * 0.12);
    tone.stop(at + hit * 0.12 + 0.11);
  }
}
