import type { HttpContext } from '@adonisjs/core/http'
import type { RefusedFile, Visited } from '@crossdock/backend/assets'
import { Answer, html, type Html } from '@crossdock/kernel/http'
import { text, type Problem, type Text } from '@crossdock/kernel/ground'
import { withoutUnreadable } from '@crossdock/kernel/shapes'
import type { OpenShare } from '../queries/open_share.js'
import { hashOf } from '../secret.js'
import { previewOf } from './file_view.js'
import { FolderView, type Entries } from './folder_view.js'
import { dayOf, sizeOf } from './formats.js'
import { Frame, type Shown } from './frame.js'
import { icon } from './icons.js'

const titleOf = (stored: number, refused: number): Text => {
  if (refused === 0) return text('Your files have arrived')
  return stored > 0 ? text('Some of your files have arrived') : text('That did not work')
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()

/** The pages of a link, in the language of its visitor. */
export class VisitorPage {
  readonly #frame: Frame
  readonly #base: string

  constructor(
    private readonly http: HttpContext,
    private readonly token: string
  ) {
    this.#frame = new Frame(http)
    this.#base = `/s/${token}`
  }

  askPassword(open: OpenShare, wrong?: Text): Promise<undefined> {
    const title = this.#say(text('This link has a password'))
    const body = html`<h1>${title}</h1>
      <form method="post" action="${this.#base}">
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
        <button class="button">${this.#say(text('Open'))}</button>
      </form>`
    // Do not name the shared file or folder before the password is entered.
    const sharing = text('{organization} shared something with you', {
      organization: open.tenantName,
    })
    const preview = { title: this.#say(sharing), description: title }
    return this.#showNarrow({ open, title, preview, body, status: wrong ? 403 : 200 })
  }

  async showFile(open: OpenShare, { asset, path }: Visited, page: number): Promise<undefined> {
    const { id, name, size } = asset
    const shown = open.mayPreview
      ? await previewOf(this.#frame, this.#base, asset, page)
      : html`<p class="card none">
          ${this.#say(text('There is no preview because the downloads of this link are limited.'))}
        </p>`
    const facts = sizeOf(size, this.#frame.language)
    const above = path.at(-2)
    const way = above
      ? html`<nav class="way"><a href="${this.#base}/folders/${above.id}">${above.name}</a></nav>`
      : null
    const button = this.#download(`${this.#base}/files/${id}`, text('Download'))
    const body = html`${way}${this.#title(open, name, facts, button)}${this.#note(open)}${shown}
    ${this.#downloadsLeft(open)}`
    return this.#show(open, name, facts, body)
  }

  showFolder(open: OpenShare, visited: Visited, shown: Entries): Promise<undefined> {
    const { asset } = visited
    const view = new FolderView(this.#frame, this.#base, open, visited, shown)
    const facts = view.facts()
    const all = shown.all.entries.length
    const button =
      all > 0 ? this.#download(`${this.#base}/zip/${asset.id}`, text('Download all')) : null
    const body = html`${view.breadcrumbs()}${this.#title(open, asset.name, facts, button)}
    ${this.#note(open)}${view.body()}${this.#downloadsLeft(open, all > 0)}`
    return this.#show(open, asset.name, facts, body)
  }

  takeFiles(open: OpenShare): Promise<undefined> {
    const title = this.#say(text('Upload files'))
    const until = text('You can upload until {day}.', { day: this.#until(open) })
    const about = text(
      'The person who sent you this link receives your files. You cannot see what is already there.'
    )
    const body = html`<h1>${open.share.name}</h1>
      <p class="soft">${this.#say(about)} ${this.#say(until)}</p>
      <form
        method="post"
        action="${this.#base}/files"
        enctype="multipart/form-data"
        data-words="${this.#uploadWords()}"
      >
        <label for="file">${this.#say(text('Files'))}</label>
        <input id="file" name="file" type="file" multiple required />
        <p class="soft">${this.#say(text('Choose files, or drop them on the field.'))}</p>
        <button class="button">${this.#say(text('Upload'))}</button>
      </form>
      <section hidden>
        <p id="total" class="soft" role="status"></p>
        <ul id="uploads" class="uploads" tabindex="-1"></ul>
      </section>`
    const preview = { title: open.share.name, description: title }
    const script = '/receive.js'
    return this.#showNarrow({ open, title, preview, body, note: this.#note(open), script })
  }

  /** Texts of the script, in the language of the page. */
  #uploadWords(): string {
    const words = {
      waiting: text('Waiting'),
      sent: text('{sent} of {size}', { sent: '{sent}', size: '{size}' }),
      speed: text('{speed} per second', { speed: '{speed}' }),
      left: text('about {time} left', { time: '{time}' }),
      arrived: text('Arrived, {size}', { size: '{size}' }),
      arrivedAs: text('Arrived as {name}', { name: '{name}' }),
      total: text('Files arrived: {done} of {total}', { done: '{done}', total: '{total}' }),
      lost: text('The connection was lost. Try again.'),
      retry: text('Retry'),
      retryFile: text('Retry {name}', { name: '{name}' }),
    }
    const said = Object.entries(words).map(([key, sentence]) => [key, this.#say(sentence)])
    return JSON.stringify(Object.fromEntries(said))
  }

  /** Shows the result of an upload: stored files by their new names, refused files with the reason. */
  showUploadResult(
    open: OpenShare,
    names: string[],
    refused: readonly RefusedFile[]
  ): Promise<undefined> {
    const title = this.#say(titleOf(names.length, refused.length))
    const stored = html`<ul class="stored">
      ${names.map((name) => html`<li>${name}</li>`)}
    </ul>`
    const others = html`<h2>${this.#say(text('Not stored'))}</h2>
      <ul role="alert">
        ${refused.map(({ name, why }) => html`<li>${withoutUnreadable(name)}<br /><span class="wrong">${this.#say(why.text)}</span></li>`)}
      </ul>`
    const body = html`<h1>${title}</h1>
      ${names.length > 0 ? stored : null} ${refused.length > 0 ? others : null}
      <p><a class="button plain" href="${this.#base}">${this.#say(text('Upload more'))}</a></p>`
    const status = names.length > 0 ? 201 : refused[0]!.why.status
    return this.#showNarrow({ open, title, body, status })
  }

  thankForReport(open: OpenShare): Promise<undefined> {
    const title = this.#say(text('Thank you for your report'))
    const note = text(
      '{organization} has got your report, and decides what to do about the link.',
      {
        organization: open.tenantName,
      }
    )
    const body = html`<h1>${title}</h1>
      <p role="status">${this.#say(note)}</p>`
    return this.#showNarrow({ open, title, body, status: 201 })
  }

  /**
   * Shows the same page for everything that cannot be found, for any reason.
   * @param open the working link whose visitor requested something else
   */
  refuse(problem: Problem, open?: OpenShare): Promise<undefined> {
    const { status, code } = problem
    // E_TRASHED names a file in the trash, which a visitor must not learn.
    if (status !== 404 && status !== 403 && code !== 'E_TRASHED') return this.say(problem, open)
    const title = this.#say(text('Nothing here'))
    const why = this.#say(
      text(
        'This link does not work, or it has stopped working. Ask the person who sent it for a new one.'
      )
    )
    // Without `open`, the page does not reveal the owner of the link.
    return this.#showNarrow({
      status: 404,
      title,
      body: html`<h1>${title}</h1>
        <p>${why}</p>`,
    })
  }

  /** Shows the sentence of the problem. */
  say({ status, text: sentence, headers }: Problem, open?: OpenShare): Promise<undefined> {
    for (const [name, value] of Object.entries(headers)) this.http.response.header(name, value)
    const title = this.#say(text('That did not work'))
    const back = html`<p>
      <a class="button plain" href="${this.#base}">${this.#say(text('Back'))}</a>
    </p>`
    const body = html`<h1>${title}</h1>
      <p role="alert">${this.#say(sentence)}</p>
      ${hashOf(this.token) === null ? null : back}`
    return this.#showNarrow({ status, title, body, ...(open && { open }) })
  }

  goTo(location: string): Answer<undefined> {
    return new Answer(303, undefined, { location, 'cache-control': 'no-store' })
  }

  #say(sentence: Text): string {
    return this.#frame.say(sentence)
  }

  #until = ({ until }: OpenShare): string => dayOf(until, this.#frame.language)

  #download(address: string, label: Text): Html {
    return html`<a class="button" href="${address}">${icon('download')}${this.#say(label)}</a
      ><span class="bar"></span>`
  }

  #title(open: OpenShare, name: string, facts: string, button: Html | null): Html {
    const until = this.#say(text('Available until {day}', { day: this.#until(open) }))
    const by = open.sharedBy
      ? html`<span class="small"
          >${this.#say(text('Shared with you by {name}', { name: open.sharedBy }))}</span
        >`
      : null
    return html`<div class="title">
      <div>
        <h1>${name}</h1>
        <p class="soft">${facts} · ${until} ${by}</p>
      </div>
      ${button}
    </div>`
  }

  /** The message of the sender. */
  #note({ share, sharedBy, tenantName }: OpenShare): Html | null {
    if (!share.message) return null
    const from = [sharedBy, tenantName].filter(Boolean).join(', ')
    const face = sharedBy
      ? html`<span class="face" aria-hidden="true">${initials(sharedBy)}</span>`
      : null
    return html`<div class="card note">
      ${face}
      <div>
        <span class="words">${share.message}</span>
        <p class="soft">${from}</p>
      </div>
    </div>`
  }

  /** The number of downloads left, and a note that a zip counts as one download. */
  #downloadsLeft({ share: { maxDownloads, downloads } }: OpenShare, hasZip = false): Html | null {
    if (maxDownloads === null) return null
    const left = maxDownloads - downloads
    const sentences = [
      // The page does not update this number.
      text('Downloads left when this page was opened: {left}.', { left }),
      ...(hasZip ? [text('Download all counts as one.')] : []),
    ]
    return html`<p class="soft">${sentences.map((one) => this.#say(one)).join(' ')}</p>`
  }

  #show(open: OpenShare, title: string, description: string, body: Html) {
    return this.#frame.show({ open, title, body, preview: { title, description }, hasBar: true })
  }

  #showNarrow({ body, note = null, ...shown }: Shown & { note?: Html | null }): Promise<undefined> {
    const framed = html`<div class="title"></div>
      ${note}
      <div class="card pad">${body}</div>`
    return this.#frame.show({ ...shown, body: framed, isNarrow: true })
  }
}
