import type { AssetInfo } from '@crossdock/backend/assets'
import { Html } from '@crossdock/kernel/http'
import { text, type Text } from '@crossdock/kernel/ground'

const sheet =
  '<path d="M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z"/><path d="M14 2v5a1 1 0 0 0 1 1h5"/>'

/** Icons of the console, as inline SVG. */
const icons = {
  file: sheet,
  text: `${sheet}<path d="M10 9H8"/><path d="M16 13H8"/><path d="M16 17H8"/>`,
  image: `${sheet}<circle cx="10" cy="12" r="2"/><path d="m20 17-1.296-1.296a2.41 2.41 0 0 0-3.408 0L9 22"/>`,
  folder:
    '<path d="M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Z"/>',
  download:
    '<path d="M12 15V3"/><path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4"/><path d="m7 10 5 5 5-5"/>',
  open: '<path d="m9 18 6-6-6-6"/>',
  search: '<path d="m21 21-4.34-4.34"/><circle cx="11" cy="11" r="8"/>',
}

/** A decorative icon, hidden from screen readers because the text next to it says the same. */
export const icon = (name: keyof typeof icons): Html =>
  new Html(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${icons[name]}</svg>`)

type Kind = Pick<AssetInfo, 'type' | 'mimeType' | 'name'>

/** A small square with the kind of a file or folder. */
export const tileOf = (asset: Kind): Html =>
  new Html(`<span class="tile">${icon(kindOf(asset)).markup}</span>`)

function kindOf({ type, mimeType }: Kind): 'folder' | 'image' | 'text' | 'file' {
  if (type === 'folder') return 'folder'
  if (mimeType?.startsWith('image/')) return 'image'
  return /^text\/|pdf|word|document|rtf/.test(mimeType ?? '') ? 'text' : 'file'
}

/** The kind in one word: folder, image, or the name's extension. */
export function kindWord(asset: Kind): Text | string {
  const kind = kindOf(asset)
  if (kind === 'folder') return text('Folder')
  if (kind === 'image') return text('Image')
  const [, ending] = /\.([a-z0-9]{1,5})$/i.exec(asset.name) ?? []
  return ending ? ending.toUpperCase() : text('File')
}
