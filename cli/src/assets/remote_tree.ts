import type { Asset } from '@crossdock/client'
import type { ApiClient } from '../api/client.js'

/** A file that is downloaded, or a folder with nothing in it. */
export interface RemoteEntry {
  asset: Asset
  /** Names down to it as the server has them, its own last. */
  names: string[]
}

/** All files below folders, and the empty folders; a page of one folder at a time is held in memory. */
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
  const filter = { parent: asset.id }
  const folders: RemoteEntry[] = []
  let isEmpty = true
  for await (const child of api.rows<Asset>('/api/assets', { filter, sort: ['name', 'ASC'] })) {
    isEmpty = false
    const entry = { asset: child, names: [...names, child.name] }
    if (child.type === 'file') yield entry
    else folders.push(entry)
  }
  if (isEmpty) yield { asset, names }
  for (const folder of folders) yield* below(api, folder)
}
