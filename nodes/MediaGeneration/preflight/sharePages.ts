/** A page that shows a file: where the file itself is, if the page's address tells that, or what to do. */
export type SharePage = { what: string; file: string } | { page: string; instead: string };

interface Row {
	host: RegExp;
	path?: RegExp;
	what: string;
	/** The address of the file itself; nothing where only a person can get it. */
	file?: (url: URL, parts: RegExpExecArray) => string | undefined;
	/** If it is not to be downloaded. */
	instead?: string;
}

const READ_IT = (node: string) =>
	`read the file with n8n's ${node} node first, and give the name of its binary field`;
const DOWNLOAD_IT = 'download the file, or share a link that opens the file and no page around it';

const SIGN_IN = (node: string) => `it opens only for those who sign in: ${READ_IT(node)}`;

/** The usual stores, and the pages on which they show files. */
const rows: readonly Row[] = [
	{
		host: /^(drive|docs)\.google\.com$/,
		path: /^\/(?:a\/[^/]+\/)?file\/(?:u\/\d+\/)?d\/([\w-]{10,})/,
		what: 'a page of Google Drive',
		file: (_, [, id]) => `https://drive.google.com/uc?export=download&id=${id}`,
		instead: READ_IT('Google Drive'),
	},
	{
		host: /^drive\.google\.com$/,
		path: /^\/open$/,
		what: 'a page of Google Drive',
		file: ({ searchParams }) =>
			searchParams.has('id')
				? `https://drive.google.com/uc?export=download&id=${searchParams.get('id')}`
				: undefined,
		instead: READ_IT('Google Drive'),
	},
	{
		host: /^(drive|docs)\.google\.com$/,
		path: /^\/(?!.*\b(uc|thumbnail|export|pub)\b)/,
		what: 'a folder or a document of Google Drive',
		instead: READ_IT('Google Drive'),
	},
	{
		host: /^photos\.(app\.goo\.gl|google\.com)$/,
		what: 'a page of Google Photos',
	},
	{
		host: /^(www\.)?dropbox\.com$/,
		path: /^\/(s|scl|sh|home)\//,
		what: 'a page of Dropbox',
		file: (url, [, kind]) => {
			if (kind === 'sh' || kind === 'home' || url.pathname.startsWith('/scl/fo/')) return undefined;
			if (url.searchParams.get('raw') === '1' || url.searchParams.get('dl') === '1')
				return url.href;
			const direct = new URL(url);
			direct.searchParams.delete('dl');
			direct.searchParams.set('raw', '1');
			return direct.href;
		},
		instead: READ_IT('Dropbox'),
	},
	{
		host: /^(1drv\.ms|onedrive\.live\.com|[\w-]+\.sharepoint\.com)$/,
		what: 'a page of OneDrive or SharePoint',
		instead: READ_IT('Microsoft OneDrive'),
	},
	{
		host: /^github\.com$/,
		path: /^\/([^/]+)\/([^/]+)\/(?:blob|raw)\/(.+)$/,
		what: 'a page of GitHub',
		file: (_, [, owner, name, rest]) =>
			`https://raw.githubusercontent.com/${owner}/${name}/${rest}`,
	},
	{
		host: /./,
		path: /^\/.+\/-\/blob\//,
		what: 'a page of GitLab',
		file: (url) => url.href.replace('/-/blob/', '/-/raw/'),
	},
	{
		host: /^huggingface\.co$/,
		path: /^\/.+\/blob\//,
		what: 'a page of Hugging Face',
		file: (url) => url.href.replace('/blob/', '/resolve/'),
	},
	{
		host: /^commons\.wikimedia\.org$|\.wikipedia\.org$/,
		path: /^\/wiki\/(?!Special:)(?:.*#\/media\/)?[^/:]+:(.+\.\w+)$/,
		what: 'a page of Wikipedia',
		file: (_, [, name]) => `https://commons.wikimedia.org/wiki/Special:FilePath/${name}`,
	},
	{
		host: /^www\.(google|bing)\.[a-z.]+$|^yandex\.\w+$/,
		path: /^\/(?:imgres|url|(?:images\/)?search)$/,
		what: 'a page of a search',
		file: ({ searchParams }) =>
			['imgurl', 'mediaurl', 'img_url', 'url', 'q']
				.map((name) => searchParams.get(name) ?? '')
				.find((found) => found.startsWith('http')),
		instead: 'open the picture itself, and copy the address of the image',
	},
	{
		host: /^(m\.)?imgur\.com$/,
		path: /^\/(?:(?:a|gallery|t)\/|(\w{5,8})$)/,
		what: 'a page of Imgur',
		file: (_, [, id]) => id && `https://i.imgur.com/${id}.jpg`,
		instead: 'open the picture, and copy the address of the image (it begins with i.imgur.com)',
	},
	{
		host: /^(www\.)?(canva|figma)\.com$/,
		path: /^\/(design|link|file|board|proto|slides)\//,
		what: 'a design of Canva or Figma',
	},
	{
		host: /(^|\.)box\.com$/,
		path: /^\/(s|file|folder)\//,
		what: 'a page of Box',
		instead: READ_IT('Box'),
	},
	{
		host: /^(www\.|app\.)?notion\.(so|com)$|\.notion\.site$/,
		path: /^\/(?!image\/)/,
		what: 'a page of Notion',
		instead: 'give the address of the file on it, which the Notion node tells',
	},
	{
		host: /^files\.slack\.com$|\.slack\.com$/,
		path: /^\/(files|files-pri|files-tmb|archives)\//,
		what: 'an address of Slack',
		// The address of a file that its owner has made public holds a secret.
		file: (url) => (url.searchParams.has('pub_secret') ? url.href : undefined),
		instead: SIGN_IN('Slack'),
	},
	{
		host: /^(www|content)\.googleapis\.com$/,
		path: /^\/drive\//,
		what: 'an address of the Google Drive API',
		instead: SIGN_IN('Google Drive'),
	},
	{
		host: /^graph\.microsoft\.com$/,
		what: 'an address of the Microsoft Graph API',
		instead: SIGN_IN('Microsoft OneDrive'),
	},
	{
		host: /^(lookaside\.fbsbx\.com|graph\.facebook\.com)$/,
		what: 'an address of WhatsApp or Facebook',
		instead: SIGN_IN('HTTP Request'),
	},
	{
		host: /^mail\.google\.com$/,
		what: 'an address of Gmail',
		instead: SIGN_IN('Gmail'),
	},
	{
		host: /\.atlassian\.net$/,
		what: 'an address of Jira or Confluence',
		instead: SIGN_IN('Jira Software'),
	},
	{
		host: /^((www|m|app|share|stock|mobile|old|vm|[a-z]{2})\.)?(instagram|facebook|tiktok|x|twitter|linkedin|reddit|threads|airtable|loom|midjourney|youtube|nocodb|slack|discord|trello|miro|vimeo|icloud|adobe|chatgpt|unsplash|pexels|pixabay|flickr|shutterstock|istockphoto|freepik|giphy|deviantart|artstation|behance|dribbble|gettyimages|imgbb)\.(com|net)$|^((\w+\.)?pinterest\.[a-z.]+|bsky\.app|instagr\.am|fb\.watch|ibb\.co|postimg\.cc|prnt\.sc|gyazo\.com|pin\.it|flic\.kr|gist\.github\.com|(www\.)?amazon\.[a-z.]+|mega\.nz|we\.tl|youtu\.be|t\.me|baserow\.io|web\.whatsapp\.com|mmg\.whatsapp\.net|disk\.yandex\.\w+|drive\.proton\.me|portal\.azure\.com)$|(^|\.)(wetransfer|(console|storage)\.(aws\.amazon|cloud\.google|cloudinary))\.com$/,
		path: /^\/(?!.*(\.(png|jpe?g|webp|gif)$|\/(raw|download)\b))/,
		what: 'a page that shows the picture',
	},
];

/** The page that an address is, if it is known to be one rather than a file. */
export function sharePage(address: string): SharePage | undefined {
	if (!URL.canParse(address)) return undefined;
	const url = new URL(address);
	for (const { host, path = /^/, what, file, instead = DOWNLOAD_IT } of rows) {
		const parts = host.test(url.hostname) ? path.exec(url.pathname + url.hash) : null;
		if (!parts) continue;
		const direct = file?.(url, parts);
		if (direct === address) return undefined;
		return direct === undefined ? { page: what, instead } : { what, file: direct };
	}
	return undefined;
}
