import type { AllBelow, AssetInfo, Below, Visited } from '@crossdock/backend/assets'
import { html, type Html } from '@crossdock/kernel/http'
import { text, type Text } from '@crossdock/kernel/ground'
import type { Page } from '@crossdock/kernel/lists'
import type { OpenShare } from '../queries/open_share.js'
import type { FolderQuery } from '../validators/share.js'
import { dayOf, sizeOf } from './formats.js'
import type { Frame } from './frame.js'
import { icon, kindWord, tileOf } from './icons.js'

/** Entries per page. */
export const perPage = 100

/** What the page of a folder shows. */
export interface Entries {
  /** A page of the folder, or of search results. */
  rows: Row[]
  total: number
  /** Everything below the folder. */
  all: AllBelow
  query: FolderQuery
}

type Row = Pick<Below, 'id' | 'name' | 'type' | 'mimeType' | 'size' | 'changedAt'> & {
  hasThumbnail?: boolean
  /** For search results: names of the folders between the shown folder and this entry. */
  folders?: string[]
}

export const rowOf = ({ fileModifiedAt, updatedAt, ...asset }: AssetInfo): Row => ({
  ...asset,
  changedAt: fileModifiedAt ?? updatedAt,
})

export const rowsOf = (page: Page<AssetInfo>): Row[] => page.rows.map(rowOf)

const sorts: Record<NonNullable<FolderQuery['sort']>, Text> = {
  name: text('Name'),
  newest: text('Newest first'),
  largest: text('Largest first'),
}

const views: Record<NonNullable<FolderQuery['view']>, Text> = {
  list: text('List'),
  tiles: text('Tiles'),
}

/** Renders the list of a folder: search, order, rows or tiles, and pages. */
export class FolderView {
  constructor(
    private readonly frame: Frame,
    private readonly base: string,
    private readonly open: OpenShare,
    private readonly visited: Visited,
    private readonly shown: Entries
  ) {}

  /** The number and size of files, such as `24 files, 61 MB`. */
  facts(): string {
    const { entries, isCut } = this.shown.all
    const files = entries.filter(({ type }) => type === 'file')
    const count = new Intl.NumberFormat(this.frame.language).format(files.length)
    // The list is incomplete, and folders count towards its limit.
    if (isCut) return this.#say(text('At least {count} files', { count }))
    const size = sizeOf(
      files.reduce((sum, file) => sum + file.size, 0),
      this.frame.language
    )
    return files.length === 1
      ? this.#say(text('1 file, {size}', { size }))
      : this.#say(text('{count} files, {size}', { count, size }))
  }

  body(): Html {
    const { rows, query } = this.shown
    // An empty folder needs no tools for search and order.
    if (rows.length === 0)
      return html`${query.search ? this.#tools() : null}
        <div class="card none">${this.#empty()}</div>`
    const list =
      query.view === 'tiles'
        ? html`<ul class="tiles">
              ${rows.map((row) => this.#tile(row))}
            </ul>
            <div class="card">${this.#end()}</div>`
        : html`<div class="card">${this.#table(rows)}${this.#end()}</div>`
    return html`${this.#tools()}${list}`
  }

  /** Links to the folders above, up to the shared one. */
  breadcrumbs(): Html | null {
    const above = this.visited.path.slice(0, -1)
    if (above.length === 0) return null
    const links = above.map(
      ({ id, name }) => html`<a href="${this.base}/folders/${id}">${name}</a> / `
    )
    return html`<nav class="way" aria-label="${this.#say(text('Folders above'))}">${links}</nav>`
  }

  #say(sentence: Text): string {
    return this.frame.say(sentence)
  }

  #empty(): string {
    const { search } = this.shown.query
    return search
      ? this.#say(text('No file here is called "{search}".', { search }))
      : this.#say(text('This folder is empty.'))
  }

  /** The address of this folder with some query fields changed. */
  #addressWith(changes: FolderQuery): string {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({
      ...this.shown.query,
      page: undefined,
      ...changes,
    }))
      if (value !== undefined) query.set(name, String(value))
    const words = query.toString()
    return `${this.base}/folders/${this.visited.asset.id}${words && `?${words}`}`
  }

  #tools(): Html {
    const { query } = this.shown
    const hidden = (['sort', 'view'] as const).flatMap((name) =>
      query[name] ? html`<input type="hidden" name="${name}" value="${query[name]}" />` : []
    )
    const words = this.#say(text('Search these files'))
    const choice = <Name extends string>(
      label: Text,
      all: Record<Name, Text>,
      chosen: Name,
      to: (name: Name) => FolderQuery
    ) =>
      html`<nav aria-label="${this.#say(label)}">
        ${Object.entries<Text>(all).map(
          ([name, label]) =>
            html`<a
              href="${this.#addressWith(to(name as Name))}"
              ${name === chosen ? html`aria-current="true"` : null}
              >${this.#say(label)}</a
            >`
        )}
      </nav>`
    return html`<div class="tools">
      <form
        class="find"
        role="search"
        method="get"
        action="${this.base}/folders/${this.visited.asset.id}"
      >
        ${icon('search')}
        <input
          type="search"
          name="search"
          value="${query.search ?? ''}"
          maxlength="200"
          placeholder="${words}"
          aria-label="${words}"
        />${hidden}
      </form>
      ${choice(text('Order'), sorts, query.sort ?? 'name', (sort) => ({ sort }))}
      ${choice(text('View'), views, query.view ?? 'list', (view) => ({ view }))}
    </div>`
  }

  #table(rows: Row[]): Html {
    const head = (label: Text, name = '') =>
      html`<th scope="col" class="${name}">${this.#say(label)}</th>`
    return html`<table>
      <thead>
        <tr>
          ${head(text('Name'))}${head(text('Type'), 'kind')}${head(text('Size'), 'size')}
          ${head(text('Changed'), 'when')}
          <th></th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => this.#row(row))}
      </tbody>
    </table>`
  }

  #row(row: Row): Html {
    const kind = kindWord(row)
    const [size, day] = [this.#size(row), dayOf(row.changedAt, this.frame.language)]
    const folders = row.folders?.length
      ? html`<span class="soft">${row.folders.join(' / ')}</span>`
      : null
    return html`<tr>
      <td>
        <div class="name">
          ${tileOf(row)}<span
            ><a href="${this.#address(row)}">${row.name}</a>${folders}<span class="soft small"
              >${row.type === 'folder' ? size : `${size} · ${day}`}</span
            ></span
          >
        </div>
      </td>
      <td class="kind">${typeof kind === 'string' ? kind : this.#say(kind)}</td>
      <td class="size">${size}</td>
      <td class="when">${day}</td>
      <td>${this.#act(row)}</td>
    </tr>`
  }

  #act({ id, name, type }: Row): Html {
    if (type === 'folder') {
      const label = this.#say(text('Open {name}', { name }))
      return html`<a class="act" href="${this.base}/folders/${id}" aria-label="${label}"
        >${icon('open')}</a
      >`
    }
    const label = this.#say(text('Download {name}', { name }))
    return html`<a class="act" href="${this.base}/files/${id}" aria-label="${label}"
      >${icon('download')}</a
    >`
  }

  #tile(row: Row): Html {
    const picture =
      row.hasThumbnail && this.open.mayPreview
        ? html`<img
            class="cover"
            src="${this.base}/files/${row.id}/thumbnail"
            alt=""
            loading="lazy"
          />`
        : tileOf(row)
    return html`<li>
      ${picture}
      <p>
        <a href="${this.#address(row)}">${row.name}</a><br /><span class="soft"
          >${this.#size(row)}</span
        >
      </p>
    </li>`
  }

  /** The address of a file or folder. The server finds out which one the id is. */
  #address = ({ id }: Row): string => `${this.base}/folders/${id}`

  #size({ id, type, size }: Row): string {
    if (type === 'file') return sizeOf(size, this.frame.language)
    const { entries, isCut } = this.shown.all
    if (isCut) return '–'
    const count = filesBelow(id, entries)
    return count === 1 ? this.#say(text('1 file')) : this.#say(text('{count} files', { count }))
  }

  #end(): Html {
    const { rows, total, query, all } = this.shown
    const { page = 1 } = query
    const first = (page - 1) * perPage
    const here = this.#say(
      text('{from} to {to} of {total}', { from: first + 1, to: first + rows.length, total })
    )
    const link = (to: number, label: Text) =>
      html`<a href="${this.#addressWith({ page: to })}">${this.#say(label)}</a>`
    const pages = [
      page > 1 ? link(page - 1, text('Previous page')) : null,
      first + rows.length < total ? link(page + 1, text('Next page')) : null,
    ]
    const cut =
      query.search && all.isCut
        ? this.#say(
            text('Only the first {count} files and folders were searched.', {
              count: all.entries.length,
            })
          )
        : null
    return html`<div class="end">
      <span>${here}</span>${cut}<span class="pages">${pages}</span>
    </div>`
  }
}

/** Counts the files in a folder and the folders below it. */
function filesBelow(id: string, entries: readonly Below[]): number {
  const folders = new Set([id])
  let count = 0
  // Folders come before their contents.
  for (const { id, parentId, type } of entries) {
    if (!folders.has(parentId)) continue
    if (type === 'folder') folders.add(id)
    else count++
  }
  return count
}
