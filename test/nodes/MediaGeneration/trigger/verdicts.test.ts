import { published } from '../../../support/deliveries';
import { ended, manyFiles, resultOf, urlsOnly, useTrigger } from '../../../support/trigger';

const { faults, answering, send, believing, proved, makeImage, asked } = useTrigger();

test.each([
	['a likelier ID', (id: string) => ({ task_id: 'T9', prediction_id: id, ...ended })],
	['its files', (id: string) => ({ id, ...ended, data: manyFiles() })],
	['the entries of a list, asked about first', (id: string) => ({ id, data: manyFiles() })],
	['what stands around it', (id: string) => ({ id: 'b-9', ...ended, data: [{ id, ...ended }, { id, ...ended, part: 2 }, ...manyFiles().slice(0, 1)] })],
])('an API that fails over what is no ID of its own does not hide the job: %s', async (_, wrap) => {
	const job_id = await makeImage();
	faults.hook = ({ method, path }) => (method === 'GET' && !path.includes(job_id) ? { when: 'before', give: new Response('', { status: 500 }) } : undefined);
	expect((await send(published(urlsOnly), { body: wrap(job_id) })).items).toMatchObject([{ json: { job_id } }]);
});

test('where the API cannot say whether there is such a job, what else the delivery may be about is not believed', async () => {
	faults.hook = () => ({ when: 'before', give: new Response('', { status: 500 }) });
	const body = { id: 'b-1', status: 'processing', data: [resultOf('a1'), resultOf('b2')] };
	expect(await proved(believing(), body)).toMatchObject({ status: 503, items: undefined });
});

test('a job that still runs is waited for, and its files are not asked about', async () => {
	const job_id = await makeImage();
	answering(job_id, () => Response.json({ job_id, status: 'processing' }));
	expect(await send(published(urlsOnly), { body: { id: job_id, ...ended, data: manyFiles() } })).toMatchObject({ status: 503, items: undefined });
	expect(asked()).toBe(1);
});
