import type { HttpContext } from '@adonisjs/core/http'
import { brandOfRequest, brandOf, productLogo } from '@crossdock/backend/branding'
import { Html, html, originHere, Reader } from '@crossdock/kernel/http'
import { text, type Text } from '@crossdock/kernel/ground'
import type { OpenShare } from '../queries/open_share.js'
import { mostReason } from '../validators/share.js'
import { styleOf } from './style.js'

export interface Shown {
  status?: number
  /** The link; left out when the visitor must not learn who shares. */
  open?: OpenShare
  title: string
  /** Preview in chats; by default the title. */
  preview?: { title: string; description: string }
  body: Html
  /** Narrow layout, for a form or a sentence. */
  isNarrow?: boolean
  /** On phones the main button stays at the bottom. */
  hasBar?: boolean
  /** The address of a script that improves the page; the page also works without it. */
  script?: string
}

/** The frame around the content of every page of a link, in the language of the reader. */
export class Frame {
  readonly #reader: Reader

  constructor(private readonly http: HttpContext) {
    this.#reader = new Reader(http)
  }

  get language(): string {
    return this.#reader.language
  }

  say(sentence: Text): string {
    return this.#reader.say(sentence)
  }

  /** Sends a page. Without `open` it has the brand of the address instead of the organization's. */
  async show({ status = 200, open, title, body, ...more }: Shown): Promise<undefined> {
    const { response } = this.http
    const brand = open?.brand ?? (await brandOfRequest(this.http))
    const product = brand.productName ?? (await brandOf(null)).productName ?? 'Crossdock'
    const name = open?.tenantName ?? product
    const { style, policy } = styleOf(brand, more.script !== undefined)
    response.header('content-type', 'text/html; charset=utf-8')
    response.header('content-security-policy', policy)
    response.header('cache-control', 'no-store')
    response.header('x-robots-tag', 'noindex, nofollow')
    // Never send a referrer to another site. With "no-referrer", browsers would send our own forms with a null
    // origin.
    response.header('referrer-policy', 'same-origin')
    const { logo } = brand
    const by = open?.sharedBy
      ? html`<span class="by"
          >${this.say(text('Shared with you by {name}', { name: open.sharedBy }))}</span
        >`
      : null
    // The policy has the hash of the exact text between the style tags.
    const page = html`<!doctype html>
      <html lang="${this.language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex, nofollow" />
          <meta name="color-scheme" content="light dark" />
          <title>${title} · ${name}</title>
          ${open ? this.#graph(open, more.preview ?? { title, description: '' }) : null}
          <link rel="icon" href="${logo ?? '/favicon.svg'}" />
          ${new Html(`<style>${style}</style>`)}
        </head>
        <body
          class="${[more.isNarrow && 'narrow', more.hasBar && 'has-bar'].filter(Boolean).join(' ')}"
        >
          <header class="top">
            <div class="wrap">
              <div class="who">
                ${logo ? html`<img src="${logo}" alt="" />` : productLogo}<span>${name}</span>
              </div>
              ${by}
            </div>
          </header>
          <main class="wrap">${body}</main>
          ${open ? this.#foot(product) : null}
          ${more.script ? html`<script src="${more.script}"></script>` : null}
        </body>
      </html>`
    response.status(status).send(page.markup)
    return undefined
  }

  /** The preview for chats and mail programs. */
  #graph({ tenantName, brand }: OpenShare, shown: { title: string; description: string }): Html {
    const tags: [name: string, content: string][] = [
      ['og:type', 'website'],
      ['og:site_name', tenantName],
      ['og:title', shown.title],
      ...(shown.description ? [['og:description', shown.description] as [string, string]] : []),
      ...(brand.logo ? [['og:image', originHere(this.http) + brand.logo] as [string, string]] : []),
    ]
    return html`${tags.map(([name, content]) => html`<meta property="${name}" content="${content}" />`)}`
  }

  #foot(product: string): Html {
    return html`<footer class="foot wrap">
      <span>${this.say(text('Anyone with this link can open this page.'))}</span>
      <span>${this.say(text('Sent with {product}', { product }))}</span>
      ${this.#report()}
    </footer>`
  }

  /** The form to report the link. It opens without a script. */
  #report(): Html {
    const note = text(
      'The organization that shares this gets your words. Your address is optional.'
    )
    return html`<details class="report">
      <summary>${this.say(text('Report this link'))}</summary>
      <form method="post" action="/s/${String(this.http.params.token)}/report">
        <p>${this.say(note)}</p>
        <label for="reason">${this.say(text('What is wrong with this link?'))}</label>
        <textarea id="reason" name="reason" rows="3" maxlength="${mostReason}" required></textarea>
        <label for="email">${this.say(text('Email address for an answer'))}</label>
        <input id="email" name="email" type="email" maxlength="254" autocomplete="email" />
        <button class="button plain">${this.say(text('Send the report'))}</button>
      </form>
    </details>`
  }
}
