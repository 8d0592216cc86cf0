import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import type { Caller, Reply } from '@crossdock/kernel/testing'
import type { Group } from '@japa/runner/core'
import type { AssetInfo } from '../contracts/asset_info.js'

export interface Problem {
  code: string
  message: string
  errors: { field: string }[]
  params: Record<string, string | number>
}

export interface Upload {
  name: string
  bytes?: Uint8Array | string
  parentId?: string | null
  mimeType?: string
}

/** The form a browser sends for one file. */
export function formOf({
  name,
  bytes = 'content',
  parentId,
  mimeType = 'text/plain',
}: Upload): FormData {
  const form = new FormData()
  if (parentId) form.set('parentId', parentId)
  form.set(
    'file',
    new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type: mimeType }),
    name
  )
  return form
}

/** Gives an asset a name that today's rules refuse, as an earlier version stored it. */
export function alterName(id: string, name: string): Promise<unknown> {
  return asOperator('a test looks back', async () =>
    unscoped().from('assets').where({ id }).update({ name })
  )
}

/** A person's calls about files, in a short form for tests. */
export class Files {
  constructor(
    readonly app: TestApp,
    readonly as: Caller
  ) {}

  call<Body = AssetInfo & Problem>(
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string> } = {}
  ): Promise<Reply<Body>> {
    return this.app.call<Body>(method, `/api/assets${path}`, { as: this.as, ...options })
  }

  upload(file: Upload): Promise<Reply<AssetInfo & Problem>> {
    return this.call('POST', '', { body: formOf(file) })
  }

  createFolder(name: string, parentId: string | null = null): Promise<Reply<AssetInfo & Problem>> {
    return this.call('POST', '', { body: { name, type: 'folder', parentId } })
  }

  async file(name: string, parentId: string | null = null, bytes?: string): Promise<AssetInfo> {
    return expectMade(await this.upload({ name, parentId, bytes }))
  }

  async folder(name: string, parentId: string | null = null): Promise<AssetInfo> {
    return expectMade(await this.createFolder(name, parentId))
  }

  /** Nested folders; their ids from the top level down. */
  async chain(length: number): Promise<string[]> {
    const ids: string[] = []
    for (let depth = 0; depth < length; depth++) {
      ids.push((await this.folder(`x${length}`, ids.at(-1) ?? null)).id)
    }
    return ids
  }

  async list(query = ''): Promise<AssetInfo[]> {
    const reply = await this.call<AssetInfo[]>('GET', query)
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    return reply.body
  }

  async names(query = ''): Promise<string[]> {
    return (await this.list(query)).map(({ name }) => name)
  }
}

function expectMade({ status, body }: Reply<AssetInfo & Problem>): AssetInfo {
  if (status > 201) throw new Error(`${status}: ${body.message}`)
  return body
}

export interface AssetsApp {
  readonly app: TestApp
  /** A separate tenant for a test, used by the super administrator. */
  tenant(): Promise<{ id: string; files: Files }>
}

/** Boots the application for a group of tests. */
export function assetsApp(group: Group): AssetsApp {
  let app: TestApp
  let tenants = 0
  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })
  return {
    get app() {
      return app
    },
    async tenant() {
      const superAdmin = await app.superAdmin()
      const subdomain = `freightway${++tenants}`
      const { id } = await app.ok<{ id: string }>('POST', '/api/tenants', {
        as: superAdmin,
        body: { name: 'Freightway', subdomain, adminEmail: `admin@${subdomain}.example` },
      })
      return { id, files: new Files(app, { headers: { ...superAdmin.headers, 'x-tenant': id } }) }
    },
  }
}
