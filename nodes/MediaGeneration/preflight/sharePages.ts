/** A page that shows a file: where the file itself is, if the page's address tells that, or what to do. */
export type SharePage = { what: string; file: string } | { page: string; instead: string };

interface Row {
	host: RegExp;
	path?: RegExp;
	what: string;
	/** The address of the file itself; nothing where only a person can get it. */
	file?: (url: URL, parts: RegExpExecArray) => string | undefined;
	instead: string;
}

const READ_IT = (node: string) =>
	`read the file with n8n's ${node} node first, and give the name of its binary field`;
const DOWNLOAD_IT = 'download the file, or share a link that opens the file and no page around it';

const SIGN_IN = (node: string) =>
	`it opens only for those who sign in: read the file with n8n's ${node} node first, and give the name of its binary field`;

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
		host: /^drive\.google\.com$/,
		path: /^\/drive\/|^\/folderview/,
		what: 'a folder of Google Drive',
		instead: READ_IT('Google Drive'),
	},
	{
		host: /^docs\.google\.com$/,
		what: 'a document of Google',
		instead: READ_IT('Google Drive'),
	},
	{
		host: /^photos\.(app\.goo\.gl|google\.com)$/,
		what: 'a page of Google Photos',
		instead: DOWNLOAD_IT,
	},
	{
		host: /^www\.dropbox\.com$/,
		path: /^\/(s|scl\/fi|sh)\//,
		what: 'a page of Dropbox',
		file: (url) => {
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
		instead: DOWNLOAD_IT,
	},
	{
		host: /^gitlab\.com$/,
		path: /^\/.+\/-\/blob\//,
		what: 'a page of GitLab',
		file: (url) => url.href.replace('/-/blob/', '/-/raw/'),
		instead: DOWNLOAD_IT,
	},
	{
		host: /^huggingface\.co$/,
		path: /^\/.+\/blob\//,
		what: 'a page of Hugging Face',
		file: (url) => url.href.replace('/blob/', '/resolve/'),
		instead: DOWNLOAD_IT,
	},
	{
		host: /^commons\.wikimedia\.org$|\.wikipedia\.org$/,
		path: /^\/wiki\/(?!Special:)[^/:]+:(.+\.\w+)$/,
		what: 'a page of Wikipedia',
		file: (_, [, name]) => `https://commons.wikimedia.org/wiki/Special:FilePath/${name}`,
		instead: DOWNLOAD_IT,
	},
	{
		host: /^www\.google\.[a-z.]+$/,
		path: /^\/(?:imgres|url)$/,
		what: 'a page of Google Search',
		file: ({ searchParams }) =>
			searchParams.get('imgurl') ?? searchParams.get('url') ?? searchParams.get('q') ?? undefined,
		instead: 'open the picture itself, and copy the address of the image',
	},
	{
		host: /^imgur\.com$/,
		path: /^\/(?:a|gallery)\//,
		what: 'an album of Imgur',
		instead: 'open the picture, and copy the address of the image (it begins with i.imgur.com)',
	},
	{
		host: /^imgur\.com$/,
		path: /^\/(\w{5,8})$/,
		what: 'a page of Imgur',
		file: (_, [, id]) => `https://i.imgur.com/${id}.jpg`,
		instead: DOWNLOAD_IT,
	},
	{
		host: /^((www|share)\.)?icloud\.com$/,
		what: 'a page of iCloud',
		instead: DOWNLOAD_IT,
	},
	{
		host: /^(www\.)?canva\.com$/,
		path: /^\/design\//,
		what: 'a design of Canva',
		instead: DOWNLOAD_IT,
	},
	{
		host: /^(www\.)?figma\.com$/,
		path: /^\/(file|design|board|proto)\//,
		what: 'a file of Figma',
		instead: DOWNLOAD_IT,
	},
	{
		host: /^(we\.tl|([\w-]+\.)?wetransfer\.com)$/,
		what: 'a page of WeTransfer',
		instead: DOWNLOAD_IT,
	},
	{
		host: /^(app\.)?box\.com$|^[\w-]+\.app\.box\.com$/,
		path: /^\/(s|file|folder)\//,
		what: 'a page of Box',
		instead: READ_IT('Box'),
	},
	{
		host: /^(www\.)?notion\.so$|\.notion\.site$/,
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
		host: /^(www\.|m\.)?(youtube\.com|youtu\.be)$/,
		what: 'a page of YouTube',
		instead: DOWNLOAD_IT,
	},
	{
		host: /^(www\.)?(unsplash|pexels|pixabay|flickr|shutterstock|istockphoto|freepik|giphy|deviantart|artstation|behance|dribbble)\.(com|net)$/,
		path: /^\/(?!.*\/(raw|download)\b)/,
		what: 'a page of a picture library',
		instead: DOWNLOAD_IT,
	},
	{
		host: /^(ibb\.co|postimg\.cc|prnt\.sc|gyazo\.com|pin\.it|gist\.github\.com|(www\.)?amazon\.[a-z.]+)$/,
		what: 'a page that shows the picture',
		instead: 'open the picture itself, and copy the address of the image',
	},
	{
		host: /^(mega\.nz|airtable\.com)$/,
		what: 'a page that only shows the file',
		instead: DOWNLOAD_IT,
	},
	{
		host: /^(www\.)?(instagram|facebook|pinterest|tiktok|x|twitter)\.com$/,
		path: /^\/(?!media\/)/,
		what: 'a page of a social network',
		instead: DOWNLOAD_IT,
	},
];

/** The page that an address is, if it is known to be one rather than a file. */
export function sharePage(address: string): SharePage | undefined {
	if (!URL.canParse(address)) return undefined;
	const url = new URL(address);
	for (const { host, path = /^/, what, file, instead } of rows) {
		const parts = host.test(url.hostname) ? path.exec(url.pathname) : null;
		if (!parts) continue;
		const direct = file?.(url, parts);
		if (direct === address) return undefined;
		return direct === undefined ? { page: what, instead } : { what, file: direct };
	}
	return undefined;
}
