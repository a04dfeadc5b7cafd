import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

const MEBIBYTE = 2 ** 20;

/** Blanks, as many MiB of them as are wanted, in a thousandth of that: members of gzip one behind the other are one text. */
export const packed = (mebibytes: number, beginning = ''): Buffer =>
	Buffer.concat([gzipSync(beginning), ...Array.from({ length: mebibytes }, () => packedMebibyte)]);

const packedMebibyte = gzipSync(Buffer.alloc(MEBIBYTE, ' '));

/** So much is unpacked from a megabyte. */
const BOMB_MIB = 600;
/** What a process may grow by, in MiB, while it reads as much of it as any answer may have. */
const MOST_GROWTH_MIB = 400;

/** Answers with a text that unpacks to a GiB and does not end after it, and tells when the connection is closed. */
export async function bomb(
	response: ServerResponse,
	status: number,
	type: string,
	beginning = '',
): Promise<void> {
	await new Promise<void>((resolve) => {
		response.once('close', resolve);
		response.writeHead(status, { 'content-type': type, 'content-encoding': 'gzip' });
		response.write(packed(BOMB_MIB, beginning));
	});
}

/** Does work in which such an answer comes, and fails when the process has taken it in. */
export async function withinMemory<T>(work: () => Promise<T>): Promise<T> {
	const peak = () => process.resourceUsage().maxRSS / 1024;
	const before = peak();
	const result = await work();
	expect(peak() - before).toBeLessThan(MOST_GROWTH_MIB);
	return result;
}
