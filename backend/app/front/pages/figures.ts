import { html, type Html } from '@crossdock/kernel/http'
import { text, type Text } from '@crossdock/kernel/ground'
import type { FrontPage } from './front_page.js'

/** Shows only the figures that the operator has set, because they are the operator's promises. */
export function figures(page: FrontPage): Html | null {
  const {
    trialDays,
    uptimePercent,
    monthlyTransferTb,
    integrations,
    organizations,
    encryptionBits,
  } = page.site.figures
  const cells: Html[] = []
  const add = (label: Text, value: string) =>
    cells.push(
      html`<div>
        <dt>${page.say(label)}</dt>
        <dd>${value}</dd>
      </div>`
    )
  if (trialDays) add(text('Free trial'), page.say(text('{days} days', { days: trialDays })))
  if (uptimePercent) add(text('Uptime SLA'), percent(uptimePercent, page.language))
  if (monthlyTransferTb) {
    const most = text('up to {terabytes}TB', { terabytes: monthlyTransferTb })
    add(text('Monthly transfer'), page.say(most))
  }
  if (integrations) add(text('Integrations'), `${integrations}+`)
  if (organizations) add(text('Client organizations'), `${organizations}+`)
  if (encryptionBits) {
    add(text('Encryption'), page.say(text('{bits} bits', { bits: encryptionBits })))
  }
  if (cells.length === 0) return null
  return html`<dl class="figures">${cells}</dl>`
}

const percent = (value: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 3 }).format(
    value / 100
  )
