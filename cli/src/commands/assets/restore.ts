import type { Asset } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { changeAll } from '../../assets/several.js'
import type { Factory } from '../../factory.js'
import { pick, type Named } from '../../find.js'
import { beginningOf, isId } from '../../ids.js'
import { formatRelative } from '../../output/format.js'

const kind: Named<Asset> = {
  one: 'file or folder in the trash',
  list: "crossdock api GET '/api/assets?trashed=true'",
  ids: ({ id }) => [id],
  name: ({ path }) => path,
  about: ({ path, trashedAt }) => `${path}, deleted ${formatRelative(trashedAt)}`,
}

/** Restores files and folders from the trash; if one fails, none is restored. */
export async function restoreAssets(factory: Factory, typed: string[]): Promise<void> {
  const api = await factory.api()
  const assets: Asset[] = []
  for (const one of typed) assets.push(await resolveTrashed(api, one))
  const restored = await changeAll(api, 'restore', assets)
  if (factory.flags.json) return factory.printJson(restored)
  for (const { path } of restored) factory.say(`Restored ${path}.`)
}

/** Finds an asset by its original path, its id, or the start of an id when no path matches. */
async function resolveTrashed(api: ApiClient, typed: string): Promise<Asset> {
  if (isId(typed)) return api.get<Asset>(`/api/assets/${typed}`)
  const names = typed.split('/').filter(Boolean)
  const path = `/${names.join('/')}`
  const search = names.at(-1)
  const called = await api.all<Asset>('/api/assets', { filter: { trashed: 'true', search } })
  const there = called.filter((one) => kind.name!(one) === path)
  const id = beginningOf(typed)
  if (there.length > 0 || !id) return pick(there, path, kind)
  return pick(await api.all<Asset>('/api/assets', { filter: { trashed: 'true', id } }), typed, kind)
}
