import type { Asset } from '@crossdock/client'
import type { ActionRequest } from '@crossdock/admin/kit'

type Assets = readonly Pick<Asset, 'id'>[]

/** One request for all of them, which is done to all or to none; one alone has an address of its own. */
const request = (
  assets: Assets,
  alone: (id: string) => ActionRequest,
  body: { action: string; parentId?: string | null }
): ActionRequest =>
  assets.length === 1
    ? alone(assets[0]!.id)
    : { path: 'assets/bulk', body: { ...body, ids: assets.map(({ id }) => id) } }

export const trashRequest = (assets: Assets): ActionRequest =>
  request(assets, (id) => ({ path: `assets/${id}`, method: 'DELETE' }), { action: 'trash' })

export const restoreRequest = (assets: Assets): ActionRequest =>
  request(assets, (id) => ({ path: `assets/${id}/restore` }), { action: 'restore' })

export const moveRequest = (assets: Assets, parentId: string | null): ActionRequest => {
  const alone = (id: string) =>
    ({ path: `assets/${id}`, method: 'PUT', body: { parentId } }) as const
  return request(assets, alone, { action: 'move', parentId })
}

export const copyRequest = (assets: Assets, parentId: string | null): ActionRequest => {
  const alone = (id: string) => ({ path: `assets/${id}/copy`, body: { parentId } })
  return request(assets, alone, { action: 'copy', parentId })
}

/** What one of these has answered: an asset, or several. */
export type Changed = Asset | Asset[]
