import type { ActivityEntry, Asset, DamagedVersions } from '@crossdock/client'
import type { FakeApi, FakeRequest } from '../../../../.storybook/fake_api.js'
import { sample } from '../../../../.storybook/sample.js'
import type { AssetPathPart } from '../model.js'
import { FakeUploads, type FakeUpload } from './fake_uploads.js'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** An asset of a story; a file by default. */
export const asset = (part: Partial<Asset> & Pick<Asset, 'id' | 'name'>): Asset =>
  sample('Asset', {
    type: 'file',
    mimeType: 'application/pdf',
    size: 184_320,
    version: 1,
    updatedAt: hoursAgo(3),
    ...part,
  })

const folder = (id: string, name: string, parentId: string | null = null) =>
  asset({ id, name, parentId, type: 'folder', mimeType: null, size: 0, version: 0 })

/** Two levels of folders with several types of files, one of them in the trash. */
export const demoAssets = (): Asset[] => [
  folder('fol_inv', 'Invoices'),
  folder('fol_cus', 'Customs declarations'),
  folder('fol_2026', '2026', 'fol_inv'),
  asset({ id: 'cmr', name: 'CMR-02211.pdf', size: 2_411_724, version: 3 }),
  asset({ id: 'plan', name: 'quay-plan.png', mimeType: 'image/png', size: 5_120_000 }),
  asset({ id: 'rates', name: 'carrier-rates.csv', mimeType: 'text/csv', size: 18_211 }),
  asset({ id: 'scans', name: 'scans-week-46.zip', mimeType: 'application/zip', size: 734_003_200 }),
  asset({ id: 'inv1', name: 'invoice-0412.pdf', parentId: 'fol_inv' }),
  asset({ id: 'old', name: 'draft-manifest.pdf', trashedAt: hoursAgo(30) }),
]

interface Retagging {
  add: string[]
  remove: string[]
}

/** A library that keeps changes like the server. */
export class FakeLibrary {
  assets: Asset[] = []
  /** Writes, as "PUT /assets/cmr {…}". */
  calls: string[] = []
  damaged: DamagedVersions['versions'] = []
  activity: ActivityEntry[] = []
  versionSize = 2_000_000
  /** The text of a version, by 'rates?2'. */
  texts: Record<string, string> = {}
  readonly uploads = new FakeUploads((upload) => this.put(upload))

  reset(assets: Asset[]) {
    this.assets = assets
    this.calls = []
    this.damaged = []
    this.activity = []
    this.texts = {}
    this.versionSize = 2_000_000
    this.uploads.reset()
  }

  readonly api: FakeApi = {
    ...this.uploads.api,
    'GET /assets': ({ query }: FakeRequest) => this.list(query),
    'GET /assets/damaged': () => ({ versions: this.damaged }),
    'GET /assets/trash': { keptDays: 30 },
    'GET /activity': () => this.activity,
    'GET /assets/:id/content': ({ params, query }: FakeRequest) =>
      new Response(this.texts[`${params.id}?${query.get('version')}`] ?? ''),
    'POST /assets/:id/purge': ({ params }: FakeRequest) => {
      this.calls.push(`POST /assets/${params.id}/purge`)
      this.assets = this.assets.filter(({ id }) => id !== params.id)
      return { status: 204 }
    },
    'GET /assets/:id': ({ params }: FakeRequest) => this.show(params.id),
    'GET /assets/:id/preview': ({ query }: FakeRequest) =>
      drawnPage(Number(query.get('page') ?? 1)),
    'GET /assets/:id/versions': ({ params }: FakeRequest) =>
      [3, 2, 1].map((version) => ({
        id: `${params.id}_${version}`,
        version,
        size: this.versionSize + version * 1_000,
        createdAt: '2026-11-18T09:30:00.000Z',
      })),
    'POST /assets/:id/versions/:version/restore': ({ params }: FakeRequest) => {
      this.calls.push(`POST /assets/${params.id}/versions/${params.version}/restore`)
      return this.change(params.id, { version: 4 })
    },
    'GET /tags': ({ query }: FakeRequest) => this.tags(query),
    'PUT /assets/:id/tags': ({ params, body }: FakeRequest) => {
      this.calls.push(`PUT /assets/${params.id}/tags ${JSON.stringify(body)}`)
      return this.change(params.id, body as Pick<Asset, 'tags'>)
    },
    'PUT /assets/:id/star': ({ params }: FakeRequest) => {
      this.calls.push(`PUT /assets/${params.id}/star`)
      return this.change(params.id, { starred: true })
    },
    'DELETE /assets/:id/star': ({ params }: FakeRequest) => {
      this.calls.push(`DELETE /assets/${params.id}/star`)
      return this.change(params.id, { starred: false })
    },
    'POST /assets/bulk': (request: FakeRequest) => this.bulk(request),
    'POST /assets/:id/copy': ({ params, body }: FakeRequest) => {
      this.calls.push(`POST /assets/${params.id}/copy ${JSON.stringify(body)}`)
      return this.copy(params.id, (body as Asset).parentId)
    },
    'POST /assets': (request: FakeRequest) => this.create(request),
    'PUT /assets/:id': ({ params, body }: FakeRequest) => {
      this.calls.push(`PUT /assets/${params.id} ${JSON.stringify(body)}`)
      return this.change(params.id, body as Partial<Asset>)
    },
    'DELETE /assets/:id': ({ params }: FakeRequest) => {
      this.calls.push(`DELETE /assets/${params.id}`)
      return this.change(params.id, { trashedAt: new Date().toISOString() })
    },
    'POST /assets/:id/restore': ({ params }: FakeRequest) => {
      this.calls.push(`POST /assets/${params.id}/restore`)
      return this.change(params.id, { trashedAt: null })
    },
  }

  #withFolders(folder: Asset): Asset {
    const isIn = ({ type, parentId, trashedAt }: Asset) =>
      type === 'folder' && parentId === folder.id && trashedAt === null
    return { ...folder, hasFolders: this.assets.some(isIn) }
  }

  list(query: URLSearchParams): Asset[] {
    const given = JSON.parse(query.get('filter') ?? '{}') as Record<string, unknown>
    const { trashed, parent, search: text = '', tag, recent, ...others } = given
    const tags = tag === undefined ? [] : [tag].flat()
    const isAnywhere = tags.length > 0 || recent === true || 'starred' in others
    const [field = 'name', order] = JSON.parse(query.get('sort') ?? '[]') as string[]
    const search = String(text).toLowerCase()
    const isAsked = (item: Asset) =>
      Object.entries(others).every(([name, value]) =>
        [value].flat().includes(item[name as keyof Asset])
      )
    const found = this.assets.filter(
      (item) =>
        (item.trashedAt !== null) === (trashed === true) &&
        (trashed === true ||
          (others.id !== undefined && !parent) ||
          item.parentId === (parent ?? null) ||
          ((search || isAnywhere) && !parent)) &&
        isAsked(item) &&
        tags.every((one) => item.tags.some((own) => own.toLowerCase() === one)) &&
        (recent !== true || item.type === 'file') &&
        item.name.toLowerCase().includes(search)
    )
    const by = (item: Asset) => item[field as keyof Asset] ?? ''
    found.sort((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0))
    const shown = order === 'DESC' ? found.reverse() : found
    return given.type === 'folder' ? shown.map((one) => this.#withFolders(one)) : shown
  }

  /** Tags that begin with the searched text, or have the requested ids. */
  private tags(query: URLSearchParams) {
    const { search = '', id } = JSON.parse(query.get('filter') ?? '{}') as {
      search?: string
      id?: string[]
    }
    const all = new Map<string, { id: string; name: string; count: number }>()
    for (const name of this.assets.flatMap((item) => item.tags)) {
      const known = all.get(name.toLowerCase())
      all.set(name.toLowerCase(), { id: name.toLowerCase(), name, count: (known?.count ?? 0) + 1 })
    }
    return [...all.values()].filter((tag) =>
      id ? id.includes(tag.id) : tag.id.startsWith(search.toLowerCase())
    )
  }

  /** The path of a file, as "Invoices/2026/scan.pdf". */
  pathOf(name: string): string {
    const found = this.show(this.assets.find((item) => item.name === name)?.id)
    return 'folders' in found ? [...found.folders, { name }].map((part) => part.name).join('/') : ''
  }

  /** Stores a complete file and creates the folders of its path. */
  private put({ name, path = name, parentId, size }: FakeUpload): number {
    let place = parentId
    for (const part of path.split('/').slice(0, -1)) {
      let above = this.assets.find((item) => item.name === part && item.parentId === place)
      if (!above) this.assets = [...this.assets, (above = folder(`new_${part}`, part, place))]
      place = above.id
    }
    this.assets = [...this.assets, asset({ id: `new_${name}`, name, size, parentId: place })]
    return 1
  }

  private show(id: string | undefined) {
    const item = this.assets.find((candidate) => candidate.id === id)
    if (!item) return { status: 404, body: { message: `There is no asset "${id}".` } }
    const folders: AssetPathPart[] = []
    for (let at = this.assets.find(above(item)); at; at = this.assets.find(above(at))) {
      folders.unshift(at)
    }
    return { ...item, folders }
  }

  /** All or none, like the server. */
  private bulk({ body }: FakeRequest) {
    this.calls.push(`POST /assets/bulk ${JSON.stringify(body)}`)
    const { action, ids, parentId } = body as { action: string; ids: string[]; parentId: string }
    if (action === 'tag') return ids.map((id) => this.retag(id, body as Retagging))
    if (action === 'copy') return ids.map((id) => this.copy(id, parentId))
    const trashedAt = action === 'trash' ? new Date().toISOString() : null
    return ids.map((id) => this.change(id, action === 'move' ? { parentId } : { trashedAt }))
  }

  private retag(id: string, { add, remove }: Retagging) {
    const tags = this.assets.find((item) => item.id === id)?.tags ?? []
    const left = tags.filter((tag) => !remove.includes(tag))
    return this.change(id, { tags: [...new Set([...left, ...add])] })
  }

  private copy(id: string | undefined, parentId: string | null) {
    const item = this.assets.find((candidate) => candidate.id === id)!
    const name = item.parentId === parentId ? item.name.replace('.', ' (copy).') : item.name
    const copied = { ...item, id: `copy_${id}`, name, parentId }
    this.assets = [...this.assets, copied]
    return copied
  }

  private create({ body }: FakeRequest) {
    const place = body instanceof FormData ? body.get('parentId') : (body as Asset).parentId
    const parentId = typeof place === 'string' ? place : null
    if (body instanceof FormData) {
      const file = body.get('file') as File
      this.calls.push(`POST /assets ${file.name} in ${parentId ?? 'top'}`)
      if (file.name.endsWith('.exe')) {
        return { status: 413, body: { message: 'The file is larger than 100 MB.' } }
      }
      const former = this.assets.find(
        (item) => item.name === file.name && item.parentId === parentId
      )
      if (former) return this.change(former.id, { size: file.size, version: former.version + 1 })
      const item = asset({ id: `new_${file.name}`, name: file.name, size: file.size, parentId })
      this.assets = [...this.assets, item]
      return { status: 201, body: item }
    }
    this.calls.push(`POST /assets ${JSON.stringify(body)}`)
    const { name } = body as Asset
    if (this.assets.some((item) => item.name === name && item.parentId === parentId)) {
      const message = `There is already something named "${name}" here.`
      return {
        status: 409,
        body: { code: 'E_NAME_TAKEN', message, errors: [{ field: 'name', message }] },
      }
    }
    const item = folder(`new_${name}`, name, parentId)
    this.assets = [...this.assets, item]
    return { status: 201, body: item }
  }

  change(id: string | undefined, to: Partial<Asset>) {
    this.assets = this.assets.map((item) => (item.id === id ? { ...item, ...to } : item))
    return this.assets.find((item) => item.id === id) ?? { status: 404, body: {} }
  }
}

/** A rendered page of a document with three pages. */
async function drawnPage(page: number): Promise<Response> {
  const canvas = new OffscreenCanvas(306, 396)
  const paint = canvas.getContext('2d')!
  paint.fillStyle = 'white'
  paint.fillRect(0, 0, 306, 396)
  paint.fillStyle = 'black'
  paint.font = '24px sans-serif'
  paint.fillText(`Page ${page}`, 30, 60)
  const headers = { 'Page-Count': '3', 'Content-Type': 'image/webp' }
  return new Response(await canvas.convertToBlob({ type: 'image/webp' }), { headers })
}

const above = (child: Asset) => (candidate: Asset) => candidate.id === child.parentId
