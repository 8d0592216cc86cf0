import type { Asset } from '@crossdock/client'
import { assetColumns } from '../../assets/columns.js'
import { resolveFolder } from '../../assets/resolve.js'
import type { Factory } from '../../factory.js'

export interface ListAssetsOptions {
  tag?: string[]
  starred?: true
  recent?: true
}

/** Lists a folder, or everything tagged, starred or recent when no folder is named. */
export async function listAssets(
  factory: Factory,
  path: string | undefined,
  { tag, starred, recent }: ListAssetsOptions
): Promise<void> {
  const api = await factory.api()
  const isAnywhere = path === undefined && (tag ?? starred ?? recent) !== undefined
  const folder = isAnywhere ? null : await resolveFolder(api, path ?? '/')
  const assets = await api.all<Asset>('/api/assets', {
    filter: {
      tag,
      starred: starred && 'true',
      recent: recent && 'true',
      parent: isAnywhere ? undefined : (folder?.id ?? ''),
    },
    sort: recent ? ['visitedAt', 'DESC'] : ['name', 'ASC'],
  })
  await factory.printList(
    assets,
    assetColumns((asset) => (isAnywhere ? asset.path : asset.name)),
    isAnywhere ? 'No matches.' : `"${folder?.name ?? '/'}" is empty.`
  )
}
