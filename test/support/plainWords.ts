/** What people have typed to find a node for images and videos, in words of their own: one or several, and as something to do. */
export const plainWords = `
	image images ai·image ai·picture image·generation picture·generator edit·photo photo·editor upscale upscaling text·to·video image·to·video
	animate animation illustration illustrate remove·watermark draw callback job·done
	thumbnail thumbnails make·a·thumbnail avatar avatars create·avatars headshot headshots product·photo product·photos mockup mockups inpaint inpainting
	upscale·image upscale·images upscale·video make·a·video make·videos extend·video extend·a·video video·editing edit·video edit·a·video reel reels b-roll
	gif gifs make·gif img2vid text2img style·transfer variation variations ad·creative ad·creatives social·media storyboard storyboards sticker stickers
	wallpaper wallpapers meme memes make·memes logo logos create·a·logo edit·images edit·an·image edit·a·photo
	ledger api·key product·photography flyer colorize cartoon resize how·much
	estimate·cost get·transactions transactions spent set·limits spending·limit balance message·a·model rotate·api·key get·many·models cost·tracking
	describe·images alt·text caption image·to·text animate·a·photo remove·a·watermark
`
	.trim()
	.split(/\s+/)
	.map((words) => words.replaceAll('·', ' '));
