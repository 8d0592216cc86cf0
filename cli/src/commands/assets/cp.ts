import type { Asset } from '@crossdock/client'
import { changeAll, resolveAssets } from '../../assets/several.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { assertNamesOne, folderId, type PlaceOptions } from './mv.js'

/**
 * Copies files and folders on the server; if one fails, none is copied. Without a target folder, one file or folder
 * is copied next to itself.
 */
export async function copyAssets(
  factory: Factory,
  typed: string[],
  options: PlaceOptions
): Promise<void> {
  const { to, name } = options
  assertNamesOne(typed, options)
  if (to === undefined && typed.length > 1) {
    throw new UsageError('Several files or folders need a target folder.', 'Name it with --to.')
  }
  const api = await factory.api()
  const assets = await resolveAssets(api, typed)
  const parentId = await folderId(api, to)
  const [first] = assets
  const copies =
    first && assets.length === 1
      ? [
          await api.post<Asset>(`/api/assets/${first.id}/copy`, {
            parentId: parentId === undefined ? first.parentId : parentId,
            name,
          }),
        ]
      : await changeAll(api, 'copy', assets, { parentId })
  if (factory.flags.json) return factory.printJson(copies)
  const from = [...new Set(assets.map(({ path }) => path))]
  for (const [at, { id, path }] of copies.entries()) {
    factory.say(`Copied ${from[at]} to ${path}, id ${id}.`)
  }
}
