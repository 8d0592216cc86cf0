import type { Asset } from '@crossdock/client'
import { PAGE_SIZE, type ApiClient, type ListQuery } from '../api/client.js'
import { CliError, ExitCode } from '../errors.js'

/** A folder in which so much goes on is not waited for for ever. */
const MOST_READINGS = 5

/** A file that is downloaded, or a folder with nothing in it. */
export interface RemoteEntry {
  asset: Asset
  /** Names down to it as the server has them, its own last. */
  names: string[]
}

/** All files below folders, and the empty folders; a folder on the way down is held in memory, no more. */
export async function* remoteEntries(
  api: ApiClient,
  roots: readonly RemoteEntry[]
): AsyncGenerator<RemoteEntry> {
  for (const root of roots) {
    if (root.asset.type === 'file') yield root
    else yield* below(api, root)
  }
}

async function* below(api: ApiClient, { asset, names }: RemoteEntry): AsyncGenerator<RemoteEntry> {
  const folders: RemoteEntry[] = []
  const children = await childrenOf(api, asset)
  for (const child of children) {
    const entry = { asset: child, names: [...names, child.name] }
    if (child.type === 'file') yield entry
    else folders.push(entry)
  }
  if (children.length === 0) yield { asset, names }
  for (const folder of folders) yield* below(api, folder)
}

/** All that lies in a folder, read before the first of it is downloaded: a download takes long enough for it to change. */
async function childrenOf(api: ApiClient, folder: Asset): Promise<Asset[]> {
  for (let reading = 1; reading <= MOST_READINGS; reading++) {
    const children = await readOnce(api, folder)
    if (children) return children
  }
  throw new CliError(ExitCode.failure, `The folder "${folder.path}" changes while it is read.`, {
    hint: 'Run the command again: it goes on with what is not there.',
  })
}

/** @returns undefined when something moved the pages meanwhile, so that one may have been missed */
async function readOnce(api: ApiClient, { id }: Asset): Promise<Asset[] | undefined> {
  const list: ListQuery = { filter: { parent: id }, sort: ['name', 'ASC'] }
  const children = new Map<string, Asset>()
  let most = 0
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const before = children.size
    const { rows, total } = await api.page<Asset>('/api/assets', list, offset, PAGE_SIZE)
    for (const row of rows) if (!children.has(row.id)) children.set(row.id, row)
    most = Math.max(most, total ?? 0)
    const isLast = rows.length < PAGE_SIZE || offset + rows.length >= (total ?? Infinity)
    // A page of nothing new is that of a server which never ends.
    if (isLast || children.size === before) break
  }
  return children.size < most ? undefined : [...children.values()]
}
