import type { HttpContext } from '@adonisjs/core/http'
import { brandHere, brandOf, sign } from '@crossdock/backend/branding'
import { Html, html, originHere, Reader, text, type Text } from '@crossdock/kernel/http'
import type { OpenShare } from '../queries/open_share.js'
import { styleOf } from './style.js'

export interface Shown {
  status?: number
  /** Whose link it is; left out where a visitor must not know. */
  open?: OpenShare
  title: string
  /** What a chat shows for the address; the title when left out. */
  preview?: { title: string; description: string }
  body: Html
  /** A page with a form or a sentence, not a list. */
  isNarrow?: boolean
  /** Its main button stays at the bottom of a phone. */
  hasBar?: boolean
}

/** What all pages of a link have around their content, in the language of their reader. */
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

  /** Answers with a page in the colors of the organization that shares, or of the address where that stays unknown. */
  async show({ status = 200, open, title, body, ...more }: Shown): Promise<undefined> {
    const { response } = this.http
    const brand = open?.brand ?? (await brandHere(this.http))
    const product = brand.productName ?? (await brandOf(null)).productName ?? 'Crossdock'
    const name = open?.tenantName ?? product
    const { style, policy } = styleOf(brand)
    response.header('content-type', 'text/html; charset=utf-8')
    response.header('content-security-policy', policy)
    response.header('cache-control', 'no-store')
    response.header('x-robots-tag', 'noindex, nofollow')
    // Never to another site; without any, browsers would say of our own forms that they come from nowhere.
    response.header('referrer-policy', 'same-origin')
    const { logo } = brand
    const by = open?.sharedBy
      ? html`<span class="by"
          >${this.say(text('Shared with you by {name}', { name: open.sharedBy }))}</span
        >`
      : null
    // Browsers compare the hash of the style with the very text between the tags.
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
                ${logo ? html`<img src="${logo}" alt="" />` : sign}<span>${name}</span>
              </div>
              ${by}
            </div>
          </header>
          <main class="wrap">${body}</main>
          ${open ? this.#foot(product) : null}
        </body>
      </html>`
    response.status(status).send(page.markup)
    return undefined
  }

  /** What chats and mail programs show for the address. */
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
    </footer>`
  }
}
