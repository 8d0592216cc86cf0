import type { Asset } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { resolveFolder } from '../../assets/resolve.js'
import { changeAll, resolveAssets } from '../../assets/several.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'

export interface PlaceOptions {
  to?: string
  name?: string
}

/** Moves files and folders; if one fails, none is moved. A single file or folder can be renamed. */
export async function moveAssets(
  factory: Factory,
  typed: string[],
  options: PlaceOptions
): Promise<void> {
  const { to, name } = options
  if (to === undefined && name === undefined) {
    throw new UsageError('There is no target.', 'Name a folder with --to, or give it a --name.')
  }
  assertNamesOne(typed, options)
  const api = await factory.api()
  const assets = await resolveAssets(api, typed)
  const parentId = await folderId(api, to)
  const [first] = assets
  const moved =
    first && name !== undefined
      ? [await api.put<Asset>(`/api/assets/${first.id}`, { name, parentId })]
      : await changeAll(api, 'move', assets, { parentId })
  if (factory.flags.json) return factory.printJson(moved)
  const before = new Map(assets.map(({ id, path }) => [id, path]))
  for (const { id, path } of moved) factory.say(`Moved ${before.get(id)} to ${path}.`)
}

/** @throws UsageError when several assets would get the same name */
export function assertNamesOne(typed: string[], { name }: PlaceOptions): void {
  if (name !== undefined && typed.length > 1) {
    throw new UsageError('--name takes one file or folder, but several are given.')
  }
}

/** Undefined when no folder is named: the asset stays in its folder. */
export async function folderId(
  api: ApiClient,
  to: string | undefined
): Promise<string | null | undefined> {
  return to === undefined ? undefined : ((await resolveFolder(api, to))?.id ?? null)
}
