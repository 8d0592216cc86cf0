import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { call, type Caller } from '@crossdock/kernel/testing'
import type { Machine } from './machine.js'

export interface Contract {
  id: string
  state: { phase: string; message: string | null; openConflicts: number }
}

interface AssetRow {
  id: string
  name: string
  path: string
  type: 'file' | 'folder'
  version: number
}

/** Files below a folder with their bytes, and folders with null. */
export async function treeOf(folder: string): Promise<Record<string, string | null>> {
  const tree: Record<string, string | null> = {}
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1)
    if (name.includes('.crossdock-tmp-')) continue
    // A file renamed just now is seen by the next read.
    const bytes = entry.isDirectory() ? null : await readFile(path, 'base64').catch(() => undefined)
    if (bytes !== undefined) tree[name] = bytes
  }
  return Object.fromEntries(Object.entries(tree).sort(([one], [other]) => (one < other ? -1 : 1)))
}

export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other)

/** A person who keeps folders of machines in sync with asset folders. */
export class Keeper {
  constructor(
    readonly url: string,
    readonly as: Caller
  ) {}

  async ok<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await call<T>(this.url, method, `/api${path}`, {
      as: this.as,
      ...(body && { body }),
    })
    if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  async binds(desk: Machine, folder: string, more: object = {}): Promise<Contract> {
    await mkdir(desk.path('work'), { recursive: true })
    return await this.ok<Contract>('POST', '/sync-contracts', {
      name: `${desk.identity.agentName} and ${folder}`,
      sourceType: 'local_folder',
      sourceConfig: { path: desk.path('work'), clientId: desk.identity.clientId },
      targetType: 'asset_folder',
      targetConfig: { path: folder },
      syncRules: { bidirectional: true },
      ...more,
    })
  }

  /** The assets below a folder of the top level, by path. */
  async rows(folder: string): Promise<AssetRow[]> {
    const inside = (parent: string) => {
      const query = { filter: JSON.stringify({ parent }), range: '[0,999]' }
      return this.ok<AssetRow[]>('GET', `/assets?${new URLSearchParams(query)}`)
    }
    const below = async (parent: string, above: string): Promise<AssetRow[]> => {
      const rows: AssetRow[] = []
      for (const { id, name, type, version } of await inside(parent)) {
        const path = `${above}${name}`
        rows.push({ id, name, type, version, path })
        if (type === 'folder') rows.push(...(await below(id, `${path}/`)))
      }
      return rows
    }
    const root = (await inside('')).find(({ name }) => `/${name}` === folder)
    return root ? await below(root.id, '') : []
  }

  async assets(folder: string): Promise<string[]> {
    return (await this.rows(folder)).map(({ path }) => path).sort()
  }
}
