import { html, type Html } from '@crossdock/kernel/http'
import { text } from '@crossdock/kernel/ground'
import type { FrontPage } from './front_page.js'
import { icon, tile } from './icons.js'

/** A decorative picture, hidden from screen readers because the text below it says the same. */
const drawing = (content: Html): Html =>
  html`<div class="drawing" aria-hidden="true">${content}</div>`

const bar = (width: number) =>
  html`<span class="bar"
    ><svg width="96" height="4" viewBox="0 0 96 4"><rect width="${width}" height="4" rx="2" /></svg
  ></span>`

/** Computers, two of which are syncing. */
export const syncDrawing = (page: FrontPage): Html =>
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

/** Steps of a workflow, from top to bottom. */
export const workflowDrawing = (page: FrontPage): Html =>
  drawing(
    html`<div class="chain">
      <div class="box">${tile('file')}${page.say(text('A file arrives'))}</div>
      <i></i>
      <div class="box">${tile('split')}${page.say(text('Over 10,000 in value?'))}</div>
      <i></i>
      <div class="box">${tile('person')}${page.say(text('Customs approval'))}</div>
    </div>`
  )

const timeOfDay = ({ language }: FrontPage, hours: number, minutes: number) =>
  new Date(0, 0, 1, hours, minutes).toLocaleTimeString(language, { timeStyle: 'short' })

/** Actions of people, with a sealed audit log. */
export const auditDrawing = (page: FrontPage): Html => {
  const lines = [
    [text('Ines opened the link “Shipment 5521”'), 13, 58],
    [text('Marek changed access to Invoices 2026'), 13, 52],
    [text('Night shift restored version 3 of rates.csv'), 13, 40],
  ] as const
  return drawing(
    html`<div class="box rows">
      ${lines.map(
        ([sentence, hours, minutes]) =>
          html`<span
            ><span>${page.say(sentence)}</span
            ><span class="last file soft">${timeOfDay(page, hours, minutes)}</span></span
          >`
      )}
      <span
        ><span class="good">${icon('shield')}</span
        ><span class="soft">${page.say(text('Audit chain verified'))}</span></span
      >
    </div>`
  )
}

const organizationCard = (color: string, name: string, upload: string) =>
  html`<div class="box ${color}"><i>${name.slice(0, 1)}</i>${name}<em>${upload}</em></div>`

/** Three organizations, each in its own color. */
export const brandingDrawing = (page: FrontPage): Html => {
  const upload = page.say(text('Upload'))
  return drawing(
    html`<div class="houses">
      ${organizationCard('sea', 'Nordfjord', upload)}${organizationCard('clay', 'Boreal Parts', upload)}
      ${organizationCard('plum', 'Pinebridge', upload)}
    </div>`
  )
}
