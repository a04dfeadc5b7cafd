import type { VideoPlan } from './plan';

/** Pictures a second: fewer where each is large. */
export function frameRateOf({ width, height }: VideoPlan): number {
	return width * height > 2_500_000 ? 8 : 15;
}

/** Seconds over which a given last frame comes up, and after which the prompt covers a given first one. */
const FADE = 1;

/** A slow move into a still picture, for the length of the plan. */
export function zoom(plan: VideoPlan, from: string, to: string): string {
	const frames = Math.ceil(plan.seconds * frameRateOf(plan)) + 1;
	const middle = "x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2'";
	return `${from}zoompan=z='1+0.12*on/${frames}':${middle}:d=${frames}:s=${plan.width}x${plan.height}:fps=${frameRateOf(plan)},trim=duration=${plan.seconds},${uniform}${to}`;
}

/** A clip cut and scaled to fill the frame. */
export function fill(plan: VideoPlan, from: string, to: string): string {
	const { width, height } = plan;
	const scale = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}`;
	return `${from}${scale},fps=${frameRateOf(plan)},${uniform}${to}`;
}

/** Lays a picture over a video, from the start or after a moment in which the first frame is seen bare. */
export function cover(video: string, picture: string, to: string, afterMoment: boolean): string {
	return `${video}${picture}overlay=format=auto${afterMoment ? `:enable='gte(t,${FADE})'` : ''}${to}`;
}

/** Lets a still picture come up at the end. */
export function finish(plan: VideoPlan, video: string, picture: string, to: string): string {
	const start = Math.max(0, plan.seconds - FADE);
	return `${picture}format=yuva420p,fade=t=in:st=${start}:d=${FADE * 0.8}:alpha=1[end];${video}[end]overlay=shortest=1${to}`;
}

/** A soft chord that follows from the seed, as a source of sound. */
export function chord({ seed }: VideoPlan, seconds: number): string {
	const base = 110 * 2 ** ((seed % 12) / 12);
	const voices = [1, 1.25, 1.5].map(
		(step) => `0.1*sin(${(2 * Math.PI * base * step).toFixed(3)}*t)`,
	);
	return `aevalsrc=${voices.join('+')}:s=44100:d=${seconds}`;
}

const uniform = 'setsar=1,format=yuv420p';
