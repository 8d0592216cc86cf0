import { assetVisits, type AssetInfo } from '@crossdock/backend/assets'
import { html, type Html } from '@crossdock/kernel/http'
import { text } from '@crossdock/kernel/ground'
import type { Frame } from './frame.js'

/** Maximum length of a shown text, in bytes. */
const mostText = 64 * 1024

/** A picture of a file, or its text; null for other files. */
export async function previewOf(
  frame: Frame,
  base: string,
  file: AssetInfo,
  page: number
): Promise<Html | null> {
  const visits = assetVisits.use()
  if (visits.canBeDrawn(file)) return pictureOf(frame, base, file, page)
  const read = await visits.textOf(file, mostText)
  if (!read) return null
  const more = text('This is the beginning of the file. Download it to see the rest.')
  return html`<div class="card">
    <pre tabindex="0">${read.text}</pre>
    ${read.isCut ? html`<p class="end">${frame.say(more)}</p>` : null}
  </div>`
}

function pictureOf(
  frame: Frame,
  base: string,
  { id, name, mimeType }: AssetInfo,
  page: number
): Html {
  const isPaged = mimeType === 'application/pdf'
  const label = isPaged
    ? text('Page {page} of {name}, if it has a preview', { page, name })
    : text('Preview of {name}', { name })
  const link = (to: number, words: string) =>
    html`<a href="${base}/folders/${id}?page=${to}">${words}</a>`
  const pages = [
    page > 1 ? link(page - 1, frame.say(text('Previous page'))) : null,
    link(page + 1, frame.say(text('Next page'))),
  ]
  return html`<div class="card">
    <img class="shown" src="${base}/files/${id}/preview?page=${page}" alt="${frame.say(label)}" />
    ${
      isPaged
        ? html`<p class="end">
            <span>${frame.say(text('Page {page}', { page }))}</span>
            <span class="pages">${pages}</span>
          </p>`
        : null
    }
  </div>`
}
