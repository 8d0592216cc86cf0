import type { Asset } from '@crossdock/client'
import { PAGE_SIZE, type ApiClient, type ListQuery } from '../api/client.js'
import { CliError, ExitCode } from '../errors.js'

/** Maximum attempts to read a folder that changes while it is read. */
const MOST_READINGS = 5

/** A file to download, or an empty folder. */
export interface RemoteEntry {
  asset: Asset
  /** Names of the path on the server, its own last. */
  names: string[]
}

/** All files below folders, and the empty folders. Keeps only the folders of the current path in memory. */
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

/** All children of a folder, read before the first download: during a long download the folder may change. */
async function childrenOf(api: ApiClient, folder: Asset): Promise<Asset[]> {
  for (let reading = 1; reading <= MOST_READINGS; reading++) {
    const children = await readOnce(api, folder)
    if (children) return children
  }
  throw new CliError(ExitCode.failure, `The folder "${folder.path}" changed while it was read.`, {
    hint: 'Run the command again to download the missing files.',
  })
}

/** @returns undefined when a change shifted the pages, so that a row may be missing */
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
    // A server that never ends the list repeats rows: stop when a page brings nothing new.
    if (isLast || children.size === before) break
  }
  return children.size < most ? undefined : [...children.values()]
}
