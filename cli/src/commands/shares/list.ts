import type { Share } from '@crossdock/client'
import { resolveAssets } from '../../assets/several.js'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'

export interface ListSharesOptions {
  all?: boolean
  status?: string
  asset?: string
}

/** Lists active links, or those that match the options. */
export async function listShares(factory: Factory, options: ListSharesOptions): Promise<void> {
  const api = await factory.api()
  const status = options.status ?? (options.all ? undefined : 'active')
  const [asset] = options.asset ? await resolveAssets(api, [options.asset]) : []
  const rows = await api.all<Share>('/api/shares', { filter: { status, assetId: asset?.id } })
  await factory.printList(
    rows,
    [
      { title: 'Name', text: (share) => share.name },
      { title: 'Leads to', text: (share) => share.assetName ?? '' },
      { title: 'Kind', text: (share) => share.kind },
      {
        title: 'Downloads',
        text: ({ downloads, maxDownloads }) =>
          maxDownloads === null ? String(downloads) : `${downloads} of ${maxDownloads}`,
      },
      { title: 'Uploads', text: (share) => String(share.uploads) },
      {
        title: 'Last used',
        text: (share) => formatRelative(share.lastUsedAt) || 'never',
        raw: (share) => share.lastUsedAt ?? '',
      },
      {
        title: 'Expires',
        text: (share) => formatRelative(share.expiresAt),
        raw: (share) => share.expiresAt,
      },
      { title: 'Created by', text: (share) => share.creator ?? '' },
      {
        title: 'Status',
        text: (share) => share.status,
        style: (share, colors) => (share.status === 'active' ? colors.green : colors.yellow),
      },
      { title: 'Id', text: (share) => share.id, onlyPiped: true },
    ],
    'No links.'
  )
}
