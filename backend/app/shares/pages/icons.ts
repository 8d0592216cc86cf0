import { Html } from '@crossdock/kernel/http'
import type { AssetInfo } from '@crossdock/backend/assets'

const sheet =
  '<path d="M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z"/><path d="M14 2v5a1 1 0 0 0 1 1h5"/>'

/** Those of the console, drawn into the page: it loads nothing. */
const icons = {
  file: sheet,
  text: `${sheet}<path d="M10 9H8"/><path d="M16 13H8"/><path d="M16 17H8"/>`,
  image: `${sheet}<circle cx="10" cy="12" r="2"/><path d="m20 17-1.296-1.296a2.41 2.41 0 0 0-3.408 0L9 22"/>`,
  folder:
    '<path d="M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Z"/>',
}

/** What kind of thing it is, in a small square; its name stands beside it. */
export const iconOf = (asset: Pick<AssetInfo, 'type' | 'mimeType'>): Html =>
  new Html(
    `<span class="icon"><svg viewBox="0 0 24 24" aria-hidden="true">${icons[kindOf(asset)]}</svg></span>`
  )

function kindOf({ type, mimeType }: Pick<AssetInfo, 'type' | 'mimeType'>): keyof typeof icons {
  if (type === 'folder') return 'folder'
  if (mimeType?.startsWith('image/')) return 'image'
  return /^text\/|pdf|word|document|rtf/.test(mimeType ?? '') ? 'text' : 'file'
}

/** The product's sign, as the console has it. */
export const sign = new Html(
  '<svg class="sign" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M7 12.5h11.5M14.5 8.5l4 4-4 4M25 19.5H13.5M17.5 15.5l-4 4 4 4"/></svg>'
)
