import { callbackReach } from '../../../../nodes/MediaGeneration/http/reach';

test.each<[service: string, own: string, reach: ReturnType<typeof callbackReach>]>([
	['https://api.example.com', 'https://n8n.example.com', 'likely'],
	['https://api.example.com', 'http://localhost:5678', 'never'],
	['https://api.example.com', 'http://127.0.0.1:5678', 'never'],
	['https://api.example.com', 'http://[::1]:5678', 'never'],
	['https://api.example.com', 'http://192.168.1.5:5678', 'perhaps'],
	['https://api.example.com', 'http://172.20.0.2', 'perhaps'],
	['https://api.example.com', 'http://172.40.0.2', 'likely'],
	['https://api.example.com', 'http://n8n:5678', 'perhaps'],
	['https://api.example.com', 'http://nas.local', 'perhaps'],
	['http://10.0.0.7', 'http://192.168.1.5', 'likely'],
	['http://10.0.0.7', 'http://localhost', 'never'],
	['http://localhost:8080', 'http://localhost:5678', 'likely'],
])('a service at %s reaches this n8n at %s: %s', (service, own, reach) => {
	expect(callbackReach(`${service}/api`, `${own}/rest`)).toBe(reach);
});
