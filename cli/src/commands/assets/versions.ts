import type { Asset, AssetVersion } from '@crossdock/client'
import { resolveFile } from '../../assets/resolve.js'
import type { Factory } from '../../factory.js'
import { formatBytes, formatRelative } from '../../output/format.js'
import { wholeNumber } from '../../output/limit.js'

export interface VersionsOptions {
  restore?: string
}

/** Lists the versions of a file, or restores an older one as the newest. */
export async function assetVersions(
  factory: Factory,
  pathOrId: string,
  { restore }: VersionsOptions
): Promise<void> {
  const number = restore === undefined ? undefined : wholeNumber('--restore', restore)
  const api = await factory.api()
  const file = await resolveFile(api, pathOrId)
  const address = `/api/assets/${file.id}/versions`
  if (number === undefined) return listVersions(factory, await api.all(address))
  const restored = await api.post<Asset>(`${address}/${number}/restore`, undefined)
  if (factory.flags.json) return factory.printJson(restored)
  const { path, version } = restored
  factory.say(
    number === version
      ? `Version ${number} is already the current one of ${path}.`
      : `Restored version ${number} of ${path} as version ${version}.`
  )
}

function listVersions(factory: Factory, versions: AssetVersion[]): Promise<void> {
  return factory.printList(
    versions,
    [
      { title: 'Version', text: ({ version }) => String(version), align: 'right' },
      {
        title: 'Size',
        text: ({ size }) => formatBytes(size),
        raw: ({ size }) => String(size),
        align: 'right',
      },
      {
        title: 'Uploaded',
        text: ({ createdAt }) => formatRelative(createdAt),
        raw: ({ createdAt }) => createdAt,
      },
      { title: 'Hash', text: ({ hash }) => hash, onlyPiped: true },
    ],
    'No versions.'
  )
}
