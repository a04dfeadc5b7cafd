/** A page that shows a file, at this host: the file's own address if the page's tells it, else what to do. */
export type SharePage = { host: string; file: string } | { host: string; instead: string };

const DRIVE_FILE = 'https://drive.google.com/uc?export=download&id=$1';

/** Pages whose address, without `https://`, tells that of the file. */
const files: ReadonlyArray<readonly [page: RegExp, file: string]> = [
	[/^(?:drive|docs)\.google\.com\/(?:a\/[^/]+\/)?file\/(?:u\/\d+\/)?d\/([\w-]{10,}).*/, DRIVE_FILE],
	[/^drive\.google\.com\/open\?(?:.*&)?id=([^&]+).*/, DRIVE_FILE],
	[/^(www\.dropbox\.com\/(?:s|scl\/fi|sh)\/.*[?&])dl=0\b/, 'https://$1raw=1'],
	[/^www\.dropbox\.com\/(?:s|scl\/fi|sh)\/[^?]*$/, 'https://$&?raw=1'],
	[/^www\.dropbox\.com\/(?:s|scl\/fi|sh)\/(?!.*[?&](?:dl|raw)=).*$/, 'https://$&&raw=1'],
	[
		/^github\.com\/([^/]+\/[^/]+)\/(?:blob|raw)\/([^?]+).*/,
		'https://raw.githubusercontent.com/$1/$2',
	],
	[/^(gitlab\.com\/.+?\/-)\/blob\//, 'https://$1/raw/'],
	[/^(huggingface\.co\/.+?)\/blob\//, 'https://$1/resolve/'],
	[
		/^(?:commons\.wikimedia|[\w.-]+\.wikipedia)\.org\/wiki\/(?!Special:)[^/:]+:([^?]+\.\w+)$/,
		'https://commons.wikimedia.org/wiki/Special:FilePath/$1',
	],
	[/^imgur\.com\/(\w{5,8})$/, 'https://i.imgur.com/$1.jpg'],
];

const readBy = (node: string) =>
	`read the file with n8n's ${node} node first, and give the name of its binary field`;

/** Other pages, and addresses that open only for those who sign in. */
const pages: ReadonlyArray<readonly [page: RegExp, instead: string]> = [
	[
		/^(drive\.google\.com\/(drive\/|folderview|open)|docs\.google\.com\/|\w+\.googleapis\.com\/drive\/)/,
		readBy('Google Drive'),
	],
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
		/^((www\.)?notion\.so|[\w-]+\.notion\.site)\/(?!image\/)/,
		'give the address of the file on it, which the Notion node tells',
	],
	[
		/^(imgur\.com\/(a|gallery)|www\.google\.[a-z.]+\/(imgres|url)|ibb\.co|postimg\.cc|prnt\.sc|gyazo\.com|pin\.it|gist\.github\.com|(www\.)?amazon\.[a-z.]+)[/?]/,
		'open the picture itself, and copy the address of the image',
	],
	...[
		/^(photos\.(app\.goo\.gl|google\.com)|(\w+\.)?icloud\.com|mega\.nz|airtable\.com)\//,
		/^(we\.tl|([\w-]+\.)?wetransfer\.com|(www\.|m\.)?(youtube\.com|youtu\.be))\//,
		/^(www\.)?(canva\.com\/design|figma\.com\/(file|design|board|proto))\//,
		/^(www\.)?(unsplash|pexels|pixabay|flickr|shutterstock|istockphoto|freepik|giphy|deviantart|artstation|behance|dribbble)\.(com|net)\/(?!.*\/(raw|download)\b)/,
		/^(www\.)?(instagram|facebook|pinterest|tiktok|x|twitter)\.com\/(?!media\/)/,
	].map(
		(page) =>
			[
				page,
				'download the file, or share a link that opens the file and no page around it',
			] as const,
	),
];

/** The page that an address is, if it is known to be one rather than a file. */
export function sharePage(address: string): SharePage | undefined {
	if (!URL.canParse(address)) return undefined;
	const { hostname: host, pathname, search, searchParams } = new URL(address);
	const bare = host + pathname + search;
	const found = files.find(([page]) => page.test(bare));
	if (found) return { host, file: bare.replace(...found) };
	const image = /^www\.google\./.test(host) && searchParams.get('imgurl');
	if (image) return { host, file: image };
	const [, instead] = pages.find(([page]) => page.test(bare)) ?? [];
	return instead === undefined ? undefined : { host, instead };
}
