import type { Asset } from '@crossdock/client'
import { resolveFolder } from '../../assets/resolve.js'
import type { Factory } from '../../factory.js'
import { formatBytes, formatRelative } from '../../output/format.js'

export async function listAssets(factory: Factory, path: string): Promise<void> {
  const api = await factory.api()
  const folder = await resolveFolder(api, path)
  const assets = await api.all<Asset>('/api/assets', {
    filter: { parent: folder?.id ?? '' },
    sort: ['name', 'ASC'],
  })
  await factory.printList(
    assets,
    [
      {
        title: 'Name',
        text: (asset) => (asset.type === 'folder' ? `${asset.name}/` : asset.name),
        style: (asset, colors) => (asset.type === 'folder' ? colors.cyan : String),
      },
      {
        title: 'Size',
        text: (asset) => (asset.type === 'folder' ? '' : formatBytes(asset.size)),
        raw: (asset) => (asset.type === 'folder' ? '' : String(asset.size)),
        align: 'right',
      },
      {
        title: 'Version',
        text: (asset) => (asset.type === 'folder' ? '' : String(asset.version ?? 1)),
        align: 'right',
      },
      {
        title: 'Modified',
        text: (asset) => formatRelative(asset.updatedAt),
        raw: (asset) => asset.updatedAt,
      },
      { title: 'Id', text: (asset) => asset.id, onlyPiped: true },
    ],
    `"${folder?.name ?? '/'}" is empty.`
  )
}
