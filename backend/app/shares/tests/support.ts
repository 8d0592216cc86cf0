import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import type { Caller } from '@crossdock/kernel/testing'
import type { Group } from '@japa/runner/core'

export interface Share {
  id: string
  assetId: string
  name: string
  kind: string
  url: string
  hasPassword: boolean
  expiresAt: string
  maxDownloads: number | null
  downloads: number
  uploads: number
  lastUsedAt: string | null
  status: string
}

export interface Thing {
  id: string
  name: string
  parentId: string | null
  version: number
  uploadedBy: string | null
}

/** An answer to a visitor. */
export interface Seen {
  status: number
  headers: Headers
  text: string
}

/** A person with a link and a browser that keeps cookies, not signed in anywhere. */
export class Visitor {
  readonly #cookies = new Map<string, { path: string; pair: string }>()

  constructor(
    readonly app: TestApp,
    readonly url: string
  ) {}

  async ask(path = '', init: RequestInit = {}): Promise<Seen> {
    const { pathname } = new URL(this.url)
    const address = path.startsWith('/s/') ? path : pathname + path
    const at = new URL(address, this.app.url).pathname
    const cookies = [...this.#cookies.values()].filter((one) => at.startsWith(one.path))
    const response = await fetch(this.app.url + address, {
      redirect: 'manual',
      ...init,
      headers: {
        ...(cookies.length > 0 && { cookie: cookies.map(({ pair }) => pair).join('; ') }),
        ...(init.method === 'POST' && { origin: this.app.url }),
        ...(init.headers as Record<string, string>),
      },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const path = /path=([^;]*)/i.exec(cookie)?.[1] ?? '/'
      this.#cookies.set(`${pair.split('=')[0]} ${path}`, { path, pair })
    }
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  enter(password: string): Promise<Seen> {
    return this.ask('', { method: 'POST', body: new URLSearchParams({ password }) })
  }

  download(id: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Seen> {
    return this.ask(`/files/${id}`, { method, headers })
  }

  upload(files: Record<string, string>): Promise<Seen> {
    const body = new FormData()
    for (const [name, text] of Object.entries(files)) body.append('file', new Blob([text]), name)
    return this.ask('/files', { method: 'POST', body })
  }
}

/** A tenant with files, and links to them. */
export class Lab {
  app!: TestApp
  acme!: TestTenant

  visitor(share: Pick<Share, 'url'>): Visitor {
    return new Visitor(this.app, share.url)
  }

  folder(name: string, parentId: string | null = null, as: Caller = this.acme.editor) {
    const body = { name, type: 'folder', parentId }
    return this.app.ok<Thing>('POST', '/api/assets', { as, body })
  }

  file(name: string, text: string, parentId: string | null = null, as = this.acme.editor) {
    const body = new FormData()
    if (parentId) body.set('parentId', parentId)
    body.set('file', new Blob([text]), name)
    return this.app.ok<Thing>('POST', '/api/assets', { as, body })
  }

  share({ id }: { id: string }, body: object = {}, as: Caller = this.acme.editor) {
    return this.app.ok<Share>('POST', `/api/assets/${id}/shares`, {
      as,
      body: { kind: 'download', ...body },
    })
  }

  shares(query = '', as: Caller = this.acme.editor) {
    return this.app.ok<Share[]>('GET', `/api/shares${query}`, { as })
  }

  async shown({ id }: Pick<Share, 'id'>): Promise<Share> {
    const [share] = await this.shares(`?id=${id}`)
    return share!
  }

  /** Sets the permissions of a folder. */
  permit({ id }: Pick<Thing, 'id'>, everyone: 'none' | 'read' | 'write') {
    const body = { everyone, grants: [] }
    return this.app.ok('PUT', `/api/assets/${id}/permissions`, { as: this.acme.admin, body })
  }

  revoke({ id }: Pick<Share, 'id'>, as: Caller = this.acme.editor) {
    return this.app.ok('DELETE', `/api/shares/${id}`, { as })
  }

  /** Simulates the passage of time by changing rows. */
  alter({ id }: Pick<Share, 'id'>, values: object) {
    return this.stored(async () => unscoped().from('shares').where({ id }).update(values))
  }

  stored<T>(work: () => Promise<T>): Promise<T> {
    return this.app.inside(() => asOperator('a test reads stored rows', work))
  }
}

/** Boots the application for a group of tests. */
export function sharesLab(group: Group): Lab {
  const lab = new Lab()
  group.setup(async () => {
    lab.app = await bootApp()
    lab.acme = await lab.app.tenant('acme')
    return () => lab.app.stop()
  })
  return lab
}
