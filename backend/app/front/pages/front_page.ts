import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { HttpContext } from '@adonisjs/core/http'
import { browserSessions } from '@crossdock/backend/access'
import { fontPath, productLogo } from '@crossdock/backend/branding'
import { Html, html, originHere, Reader } from '@crossdock/kernel/http'
import { text, type Text } from '@crossdock/kernel/ground'
import { currentSite, type Site } from '../queries/site.js'
import { icon } from './icons.js'
import { styleOf } from './style.js'

/** The content of a page. */
export interface Shown {
  title: Text
  description: Text
  body: Html
  /** Replaces the common head and foot. */
  frame?: Frame
  /** The page contains a secret, so it is neither cached nor compressed. */
  isSecret?: true
}

/** A different frame around a page. */
export interface Frame {
  style: string
  /** Address of the page's script, which may call the server. */
  script?: string
  head: Html
  /** Content before the main part, such as navigation. */
  sidebar: Html
}

const theme =
  "let t;try{t=JSON.parse(localStorage.getItem('RaStore.theme'))}catch{}if(t==='light'||t==='dark')document.documentElement.dataset.theme=t"

/** Applies the theme chosen in the console before the first paint. */
const chooseTheme = new Html(`<script>${theme}</script>`)

const picture =
  "t=document.documentElement.dataset.theme;if(t)document.querySelector('.shot source').media=t==='dark'?'all':'not all'"

/** Makes the picture before this script follow the chosen theme. */
export const chooseThemePicture = new Html(`<script>${picture}</script>`)

const hashOf = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`

const scripts = [hashOf(theme), hashOf(picture)].join(' ')

/** Allows the style and the two scripts by hash, and forms only to this site. */
const policyOf = (style: string, frame?: Frame) =>
  [
    "default-src 'none'",
    `script-src ${scripts}${frame?.script ? " 'self'" : ''}`,
    ...(frame?.script ? ["connect-src 'self'"] : []),
    `style-src ${hashOf(style)}`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** A public page of the operator, in the language of the reader, with a common head and foot. */
export class FrontPage {
  readonly #reader: Reader

  private constructor(
    private readonly http: HttpContext,
    readonly site: Site
  ) {
    this.#reader = new Reader(http)
  }

  /** @param site the look of the page; by default the operator's settings */
  static async of(http: HttpContext, site?: Site): Promise<FrontPage> {
    return new FrontPage(http, site ?? (await currentSite()))
  }

  /** The operator's name for the product. */
  get product(): string {
    return this.site.brand.productName ?? 'Crossdock'
  }

  /** The origin of the request. */
  get origin(): string {
    return originHere(this.http)
  }

  get language(): string {
    return this.#reader.language
  }

  say(sentence: Text): string {
    return this.#reader.say(sentence)
  }

  /** Sends a page. An unchanged page is not sent again. */
  show(draw: (page: FrontPage) => Shown, status = 200): undefined {
    const { response } = this.http
    const { title, description, body, frame, isSecret = false } = draw(this)
    const font = fontPath()
    const style = styleOf(this.site.brand, font) + (frame?.style ?? '')
    const { markup } = html`<!doctype html>
      <html lang="${this.language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="description" content="${this.say(description)}" />
          <meta name="color-scheme" content="light dark" />
          <title>${this.say(title)}</title>
          ${chooseTheme}
          ${font ? html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />` : null}
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          ${new Html(`<style>${style}</style>`)}
        </head>
        <body>
          <a class="skip" href="#content">${this.say(text('Skip to the content'))}</a>
          ${frame?.head ?? this.#head()} ${frame?.sidebar ?? null}
          <main id="content">${body}</main>
          ${frame ? null : this.#foot()}
          ${frame?.script ? html`<script src="${frame.script}"></script>` : null}
        </body>
      </html>`
    // The length of a compressed page could reveal a secret (BREACH).
    const zipped = !isSecret && this.http.request.encoding(['gzip']) === 'gzip'
    const isKept = status === 200 && !isSecret
    const etag = `W/"${createHash('sha256').update(markup).digest('base64url').slice(0, 22)}"`
    response
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policyOf(style, frame))
      .header('cache-control', isKept ? 'private, no-cache' : 'no-store')
    if (isKept) response.header('etag', etag)
    response.vary('Accept-Language, Cookie, Accept-Encoding')
    if (isKept && response.fresh()) {
      response.status(304).send(null)
      return undefined
    }
    if (zipped) response.header('content-encoding', 'gzip')
    response.status(status).send(zipped ? gzipSync(markup) : markup)
    return undefined
  }

  /** Checks only that the cookie exists: a visitor whose session has expired must sign in at the console. */
  get isSignedIn(): boolean {
    return browserSessions.use().isClaimed(this.http)
  }

  #entrance(): Html {
    return this.isSignedIn
      ? html`<a href="/dashboard">${this.say(text('Open dashboard'))}</a>`
      : html`<a href="/login">${this.say(text('Sign In'))}</a>`
  }

  /** The operator's logo and a name, as a link. */
  brand(name = this.product, address = '/'): Html {
    const { logo } = this.site.brand
    const mark = logo ? html`<img src="${logo}" alt="" height="28" />` : productLogo
    return html`<a class="brand" href="${address}">${mark}<span>${name}</span></a>`
  }

  #head(): Html {
    const solutions = html`<a href="/#solutions">${this.say(text('Solutions'))}</a>`
    const demo = html`<a href="/sales#demo">${this.say(text('Schedule demo'))}</a>`
    const start = this.say(text('Get started'))
    return html`<header class="wrap head">
      ${this.brand()}
      <nav class="links" aria-label="${this.say(text('Pages'))}">${solutions}</nav>
      <nav class="links end" aria-label="${this.say(text('Ways in'))}">
        ${this.#entrance()}${demo}<a class="button small" href="/sales">${start}</a>
      </nav>
      <a class="button small ask" href="/sales">${start}</a>
      <details class="more">
        <summary aria-label="${this.say(text('Menu'))}">${icon('menu')}</summary>
        <ul>
          <li>${this.#entrance()}</li>
          <li>${solutions}</li>
          <li>${demo}</li>
        </ul>
      </details>
    </header>`
  }

  #foot(): Html {
    const list = (id: string, title: Text, links: [address: string, label: Text][]) =>
      html`<nav aria-labelledby="${id}">
        <h2 id="${id}">${this.say(title)}</h2>
        <ul>
          ${links.map(([address, label]) => html`<li><a href="${address}">${this.say(label)}</a></li>`)}
        </ul>
      </nav>`
    return html`<footer class="foot">
      <div class="wrap">
        <div>
          ${this.brand()}
          <p>${this.say(text('Files and systems, connected across sites.'))}</p>
        </div>
        ${list('platform', text('Platform'), [
          ['/#sync', text('File synchronization')],
          ['/#workflows', text('Workflow engine')],
          ['/sales#integrations', text('Integrations')],
          ['/api-docs', text('API reference')],
        ])}
        ${list('enterprise', text('Enterprise'), [
          ['/#security', text('Security')],
          ['/#branding', text('Custom branding')],
          ['/sales#pricing', text('Pricing')],
          ['/sales#demo', text('Schedule demo')],
        ])}
      </div>
    </footer>`
  }
}
