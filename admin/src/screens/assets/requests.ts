import type { Asset } from '@crossdock/client'
import type { ActionRequest } from '@crossdock/admin/kit'

type Assets = readonly Pick<Asset, 'id'>[]

/** Returns one request for all assets, which changes all or none. A single asset has its own URL. */
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

/** The answer of these requests: one asset, or several. */
export type Changed = Asset | Asset[]
