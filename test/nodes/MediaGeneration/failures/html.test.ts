import { isHtml } from '../../../../nodes/MediaGeneration/failures/intermediary';

test.each([
	[' <!DOCTYPE html><p>x', true],
	['<html lang="en">', true],
	['<head><title>x', true],
	['<?xml version="1.0"?><html xmlns="x">', true],
	['<?xml version="1.0"?><job/>', false],
	['<think>hm</think>Hello', false],
	['<svg/>', false],
	['<heading>x', false],
	['In HTML: <html>', false],
	['html', false],
])('%s is a page: %s', (text, expected) => {
	expect(isHtml(text)).toBe(expected);
});
