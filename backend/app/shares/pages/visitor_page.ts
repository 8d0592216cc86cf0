import type { HttpContext } from '@adonisjs/core/http'
import type { AssetInfo, RefusedFile, Visited } from '@crossdock/backend/assets'
import {
  Answer,
  Html,
  html,
  Reader,
  text,
  withoutUnreadable,
  type Page,
  type Problem,
  type Text,
} from '@crossdock/kernel/http'
import type { OpenShare } from '../queries/open_share.js'
import { hashOf } from '../secret.js'
import { dayOf, sizeOf } from './formats.js'
import { iconOf, sign } from './icons.js'
import { contentSecurityPolicy, style } from './style.js'

const product = html`${sign}Crossdock`

/** Browsers compare the hash with the very text between the tags. */
const styled = new Html(`<style>${style}</style>`)

interface Shown {
  status?: number
  /** Whose link it is; left out where nobody is to know. */
  open?: OpenShare
  title: string
  body: Html
}

const titleOf = (stored: number, refused: number): Text => {
  if (refused === 0) return text('Your files have arrived')
  return stored > 0 ? text('Some of your files have arrived') : text('That did not work')
}

interface Entries {
  entries: Page<AssetInfo>
  number: number
  perPage: number
}

/** What whoever has a link sees, in their language. */
export class VisitorPage {
  readonly #reader: Reader

  constructor(
    private readonly http: HttpContext,
    private readonly token: string
  ) {
    this.#reader = new Reader(http)
  }

  askPassword(open: OpenShare, wrong?: Text): undefined {
    const title = this.#say(text('This link has a password'))
    const body = html`<h1>${title}</h1>
      <form method="post" action="/s/${this.token}">
        ${wrong ? html`<p class="wrong" role="alert">${this.#say(wrong)}</p>` : null}
        <label for="password">${this.#say(text('Password'))}</label>
        <input
          id="password"
          name="password"
          type="password"
          maxlength="200"
          autocomplete="off"
          autofocus
          required
        />
        <button>${this.#say(text('Open'))}</button>
      </form>`
    return this.#show({ open, title, body, status: wrong ? 403 : 200 })
  }

  showFile(open: OpenShare, file: AssetInfo): undefined {
    const { id, name, size } = file
    const body = html`<div class="head">
        ${iconOf(file)}
        <div>
          <h1>${name}</h1>
          <p class="soft">${sizeOf(size, this.#language)}</p>
        </div>
      </div>
      <p>
        <a class="button" href="/s/${this.token}/files/${id}">${this.#say(text('Download'))}</a>
      </p>
      ${this.#about(open)}`
    return this.#show({ open, title: name, body })
  }

  showFolder(open: OpenShare, { asset, path }: Visited, shown: Entries): undefined {
    const { rows } = shown.entries
    const list =
      rows.length === 0
        ? html`<p class="soft">${this.#say(text('This folder is empty.'))}</p>`
        : html`<table>
            <thead>
              <tr>
                <th scope="col">${this.#say(text('Name'))}</th>
                <th scope="col" class="size">${this.#say(text('Size'))}</th>
              </tr>
            </thead>
            <tbody>
              ${rows.map((row) => this.#entry(row))}
            </tbody>
          </table>`
    const body = html`${this.#way(path)}
      <h1>${asset.name}</h1>
      ${this.#about(open)}${list}${this.#pages(asset.id, shown)}`
    return this.#show({ open, title: asset.name, body })
  }

  takeFiles(open: OpenShare): undefined {
    const title = this.#say(text('Upload files'))
    const body = html`<h1>${open.share.name}</h1>
      <p>
        ${this.#say(text('Whoever made this link receives what you upload. You see nothing of what is there.'))}
      </p>
      ${this.#about(open)}
      <form method="post" action="/s/${this.token}/files" enctype="multipart/form-data">
        <label for="file">${this.#say(text('Files'))}</label>
        <input id="file" name="file" type="file" multiple required />
        <button>${this.#say(text('Upload'))}</button>
      </form>`
    return this.#show({ open, title, body })
  }

  /** Shows the result of an upload: stored files by their new names, refused files with the reason. */
  thank(open: OpenShare, names: string[], refused: readonly RefusedFile[]): undefined {
    const title = this.#say(titleOf(names.length, refused.length))
    const stored = html`<ul>
      ${names.map((name) => html`<li>${name}</li>`)}
    </ul>`
    const others = html`<h2>${this.#say(text('Not stored'))}</h2>
      <ul role="alert">
        ${refused.map(({ name, why }) => html`<li>${withoutUnreadable(name)}<br /><span class="wrong">${this.#say(why.text)}</span></li>`)}
      </ul>`
    const body = html`<h1>${title}</h1>
      ${names.length > 0 ? stored : null} ${refused.length > 0 ? others : null}
      <p><a href="/s/${this.token}">${this.#say(text('Upload more'))}</a></p>`
    const status = names.length > 0 ? 201 : refused[0]!.why.status
    return this.#show({ open, title, body, status })
  }

  /** What is not there is said in one way, whyever it is not. */
  refuse(problem: Problem): undefined {
    const { status, code } = problem
    // What is in the trash has a name there, which is none of a visitor's business.
    if (status === 404 || status === 403 || code === 'E_TRASHED') {
      const title = this.#say(text('Nothing here'))
      const why = this.#say(
        text('This link does not work, or no longer. Ask whoever gave it to you for another one.')
      )
      return this.#show({
        status: 404,
        title,
        body: html`<h1>${title}</h1>
          <p>${why}</p>`,
      })
    }
    return this.say(problem)
  }

  /** What is wrong, in the sentence of the problem. */
  say({ status, text: sentence, headers }: Problem): undefined {
    for (const [name, value] of Object.entries(headers)) this.http.response.header(name, value)
    const title = this.#say(text('That did not work'))
    const back = html`<p><a href="/s/${this.token}">${this.#say(text('Back'))}</a></p>`
    const body = html`<h1>${title}</h1>
      <p role="alert">${this.#say(sentence)}</p>
      ${hashOf(this.token) === null ? null : back}`
    return this.#show({ status, title, body })
  }

  goTo(location: string): Answer<undefined> {
    return new Answer(303, undefined, { location, 'cache-control': 'no-store' })
  }

  #entry(asset: AssetInfo): Html {
    const { id, name, type, size } = asset
    const isFolder = type === 'folder'
    const address = `/s/${this.token}/${isFolder ? 'folders' : 'files'}/${id}`
    const shown = isFolder ? this.#say(text('Folder')) : sizeOf(size, this.#language)
    return html`<tr>
      <td>
        <div class="name">${iconOf(asset)}<a href="${address}">${name}</a></div>
      </td>
      <td class="size">${shown}</td>
    </tr>`
  }

  /** The folders above, up to the one that is shared. */
  #way(path: Visited['path']): Html | null {
    const above = path.slice(0, -1)
    if (above.length === 0) return null
    const links = above.map(
      ({ id, name }) => html`<a href="/s/${this.token}/folders/${id}">${name}</a> / `
    )
    return html`<nav aria-label="${this.#say(text('Folders above'))}">${links}</nav>`
  }

  #pages(id: string, { entries: { total }, number, perPage }: Entries): Html | null {
    const link = (to: number, label: Text) =>
      html`<a href="/s/${this.token}/folders/${id}?page=${to}">${this.#say(label)}</a>`
    const back = number > 1 ? link(number - 1, text('Previous page')) : null
    const on = number * perPage < total ? link(number + 1, text('Next page')) : null
    return back || on ? html`<p class="pages">${back}${on}</p>` : null
  }

  #about({ share, until, sharedBy }: OpenShare): Html {
    const sentences = [
      ...(sharedBy ? [text('Shared by {name}.', { name: sharedBy })] : []),
      text('The link works until {day}.', { day: dayOf(until, this.#language) }),
    ]
    const { maxDownloads, downloads } = share
    if (maxDownloads !== null) {
      const left = maxDownloads - downloads
      // Nothing on the page counts along.
      sentences.push(text('Downloads left when this page was opened: {left}.', { left }))
    }
    return html`<p class="soft">${sentences.map((one) => this.#say(one)).join(' ')}</p>`
  }

  #say(sentence: Text): string {
    return this.#reader.say(sentence)
  }

  get #language(): string {
    return this.#reader.language
  }

  #show({ status = 200, open, title, body }: Shown): undefined {
    const { response } = this.http
    response.header('content-type', 'text/html; charset=utf-8')
    response.header('content-security-policy', contentSecurityPolicy)
    response.header('cache-control', 'no-store')
    response.header('x-robots-tag', 'noindex, nofollow')
    // Never to another site; without any, browsers would say of our own forms that they come from nowhere.
    response.header('referrer-policy', 'same-origin')
    const page = html`<!doctype html>
      <html lang="${this.#language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="robots" content="noindex, nofollow" />
          <title>${title}</title>
          ${styled}
        </head>
        <body>
          <main>
            <header>${open ? open.tenantName : product}</header>
            <div class="card">${body}</div>
            ${open ? html`<footer>${product}</footer>` : null}
          </main>
        </body>
      </html>`
    response.status(status).send(page.markup)
    return undefined
  }
}
