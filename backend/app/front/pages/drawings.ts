import { html, text, type Html } from '@crossdock/kernel/http'
import type { FrontPage } from './front_page.js'
import { icon, tile } from './icons.js'

/** Small pictures made of the product's own pieces. They decorate: what they show is said below them. */
const drawing = (content: Html): Html =>
  html`<div class="drawing" aria-hidden="true">${content}</div>`

const bar = (width: number) =>
  html`<span class="bar"
    ><svg width="96" height="4" viewBox="0 0 96 4"><rect width="${width}" height="4" rx="2" /></svg
  ></span>`

/** Computers, of which two are under way. */
export const syncing = (page: FrontPage): Html =>
  drawing(
    html`<div class="box rows">
      <span>
        ${icon('monitor')}<b>WS-DOCK-07</b><span class="file">arrival-2071.csv</span>
        <span class="last"
          ><span class="good">${icon('check')}</span>${page.say(text('in sync'))}</span
        >
      </span>
      <span>
        ${icon('monitor')}<b>SRV-ARCHIVE</b><span class="file">scan-5523.pdf</span>${bar(68)}
      </span>
      <span>
        ${icon('monitor')}<b>MAC-SALES-01</b><span class="file">prices-december.csv</span>${bar(32)}
      </span>
    </div>`
  )

/** Steps of a workflow, one below the other. */
export const working = (page: FrontPage): Html =>
  drawing(
    html`<div class="chain">
      <div class="box">${tile('file')}${page.say(text('A file arrives'))}</div>
      <i></i>
      <div class="box">${tile('split')}${page.say(text('Over 10,000 in value?'))}</div>
      <i></i>
      <div class="box">${tile('person')}${page.say(text('Customs approval'))}</div>
    </div>`
  )

/** What people have done, and that it is sealed. */
export const recording = (page: FrontPage): Html => {
  const lines = [
    [text('Ines opened the link “Shipment 5521”'), '1:58 PM'],
    [text('Marek changed access to Invoices 2026'), '1:52 PM'],
    [text('Night shift restored version 3 of rates.csv'), '1:40 PM'],
  ] as const
  return drawing(
    html`<div class="box rows">
      ${lines.map(
        ([sentence, time]) =>
          html`<span
            ><span>${page.say(sentence)}</span><span class="last file soft">${time}</span></span
          >`
      )}
      <span
        ><span class="good">${icon('shield')}</span
        ><span class="soft">${page.say(text('Audit chain verified'))}</span></span
      >
    </div>`
  )
}

const house = (color: string, name: string, upload: string) =>
  html`<div class="box ${color}"><i>${name.slice(0, 1)}</i>${name}<em>${upload}</em></div>`

/** Three organizations, each in its own color. */
export const branded = (page: FrontPage): Html => {
  const upload = page.say(text('Upload'))
  return drawing(
    html`<div class="houses">
      ${house('sea', 'Nordfjord', upload)}${house('clay', 'Boreal Parts', upload)}
      ${house('plum', 'Pinebridge', upload)}
    </div>`
  )
}
