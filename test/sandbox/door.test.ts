import { closeAll, ok, send, serve } from './support';

afterEach(closeAll);

const HOUR_MS = 3_600_000;

it('refuses connections until the end, or until told otherwise', async () => {
	const running = await serve();
	await running.refuseConnections(HOUR_MS);
	await expect(send(running, 'listModels')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
	await running.acceptConnections();
	await ok(running, 'listModels');
	await running.acceptConnections();
	await ok(running, 'listModels');
});

it('refuses as often as it is asked to, one time after the other', async () => {
	const running = await serve();
	await running.refuseConnections(HOUR_MS);
	const again = running.refuseConnections(0);
	await running.acceptConnections();
	await again;
	await running.acceptConnections();
	await ok(running, 'listModels');
});

it('does not open again once it is closed', async () => {
	const running = await serve();
	await running.refuseConnections(HOUR_MS);
	const again = running.refuseConnections(HOUR_MS);
	await running.close();
	await expect(again).rejects.toThrow('The sandbox is closed');
	await expect(send(running, 'listModels')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
