/** A page that shows a file, at this host: the file's own address if the page's tells it, else what to do. */
export type SharePage = { host: string; file: string } | { host: string; instead: string };

const DRIVE_FILE = 'https://drive.google.com/uc?export=download&id=$1';

/** Pages whose address, without `https://`, tells that of the file. */
const files: ReadonlyArray<readonly [page: RegExp, file: string]> = [
	[/^(?:drive|docs)\.google\.com\/(?:a\/[^/]+\/)?file\/(?:u\/\d+\/)?d\/([\w-]{10,}).*/, DRIVE_FILE],
	[/^drive\.google\.com\/open\?(?:.*&)?id=([^&]+).*/, DRIVE_FILE],
	[/^((?:www\.)?dropbox\.com\/(?:s|scl\/fi)\/.*[?&])dl=0\b/, 'https://$1raw=1'],
	[/^(?:www\.)?dropbox\.com\/(?:s|scl\/fi)\/[^?]*$/, 'https://$&?raw=1'],
	[/^(?:www\.)?dropbox\.com\/(?:s|scl\/fi)\/(?!.*[?&](?:dl|raw)=).*/, 'https://$&&raw=1'],
	[
		/^github\.com\/([^/]+\/[^/]+)\/(?:blob|raw)\/([^?]+).*/,
		'https://raw.githubusercontent.com/$1/$2',
	],
	[/^([^/]+\/.+?\/-)\/blob\//, 'https://$1/raw/'],
	[/^(huggingface\.co\/.+?)\/blob\//, 'https://$1/resolve/'],
	[
		/^(?:commons\.wikimedia|[\w.-]+\.wikipedia)\.org\/wiki\/(?!Special:)(?:.*#\/media\/)?[^/:]+:([^?#]+\.\w+)$/,
		'https://commons.wikimedia.org/wiki/Special:FilePath/$1',
	],
	[/^(?:m\.)?imgur\.com\/(\w{5,8})$/, 'https://i.imgur.com/$1.jpg'],
];

const readBy = (node: string) =>
	`read the file with n8n's ${node} node first, and give the name of its binary field`;

/** Other pages, and addresses that open only for those who sign in. */
const pages: ReadonlyArray<readonly [page: RegExp, instead: string]> = [
	[
		/^((drive|docs)\.google\.com\/(?!.*\b(uc|thumbnail|export|pub)\b)|\w+\.googleapis\.com\/drive\/)/,
		readBy('Google Drive'),
	],
	[/^(www\.)?dropbox\.com\/(scl\/fo|sh|home)\//, readBy('Dropbox')],
	[
		/^(1drv\.ms|onedrive\.live\.com|[\w-]+\.sharepoint\.com|graph\.microsoft\.com)\//,
		readBy('Microsoft OneDrive'),
	],
	[/^([\w-]+\.)*box\.com\/(s|file|folder)\//, readBy('Box')],
	[/^[\w-]+\.slack\.com\/(files|files-pri|files-tmb|archives)\/(?!.*pub_secret)/, readBy('Slack')],
	[/^(lookaside\.fbsbx|graph\.facebook)\.com\//, readBy('HTTP Request')],
	[/^mail\.google\.com\//, readBy('Gmail')],
	[/^[\w-]+\.atlassian\.net\//, readBy('Jira Software')],
	[
		/^(((www|app)\.)?notion\.(so|com)|[\w-]+\.notion\.site)\/(?!image\/)/,
		'give the address of the file on it, which the Notion node tells',
	],
	[
		/^((m\.)?imgur\.com\/(a|gallery|t)|(www\.)?(google|bing|yandex)\.[a-z.]+\/(imgres|url|(images\/)?search)|ibb\.co|imgbb\.com|postimg\.cc|prnt\.sc|gyazo\.com|pin\.it|flic\.kr|gist\.github\.com|(www\.)?amazon\.[a-z.]+)[/?]/,
		'open the picture itself, and copy the address of the image',
	],
	...[
		/^(photos\.(app\.goo\.gl|google\.com)|mega\.nz|disk\.yandex\.\w+|drive\.proton\.me|portal\.azure\.com|we\.tl|([\w-]+\.)*wetransfer\.com)\//,
		/^(www\.)?(canva\.com\/(design|link)|figma\.com\/(file|design|board|proto|slides))\//,
		/^([\w-]+\.)*(console\.aws\.amazon|console\.cloud\.google|storage\.cloud\.google|console\.cloudinary)\.com\//,
		/^(\w+\.)?pinterest\.[a-z.]+\//,
		/^(instagr\.am|fb\.watch|youtu\.be|bsky\.app|t\.me|baserow\.io|(web|mmg)\.whatsapp\.(com|net))\//,
		/^((www|m|app|share|stock|mobile|old|vm|[a-z]{2})\.)?(instagram|facebook|tiktok|x|twitter|linkedin|reddit|threads|airtable|loom|midjourney|youtube|nocodb|slack|discord|trello|miro|vimeo|icloud|adobe|chatgpt|unsplash|pexels|pixabay|flickr|shutterstock|istockphoto|freepik|giphy|deviantart|artstation|behance|dribbble|gettyimages)\.(com|net)\/(?!.*(\.(png|jpe?g|webp|gif)$|\/(raw|download)\b))/,
	].map(
		(page) =>
			[
				page,
				'download the file, or share a link that opens the file and no page around it',
			] as const,
	),
];

/** Where the results of a search for pictures have the address of the file. */
const FOUND_IN = ['imgurl', 'mediaurl', 'img_url', 'url', 'q'];

/** The page that an address is, if it is known to be one rather than a file. */
export function sharePage(address: string): SharePage | undefined {
	if (!URL.canParse(address)) return undefined;
	const { hostname: host, pathname, search, hash, searchParams } = new URL(address);
	const bare = host + pathname + search + hash;
	const found = files.find(([page]) => page.test(bare));
	if (found) return { host, file: bare.replace(...found) };
	const image = FOUND_IN.map((name) => searchParams.get(name)).find((url) =>
		url?.startsWith('http'),
	);
	if (image && /^(www\.)?(google|bing|yandex)\./.test(host)) return { host, file: image };
	const [, instead] = pages.find(([page]) => page.test(bare)) ?? [];
	return instead === undefined ? undefined : { host, instead };
}
