import type { Asset } from '@crossdock/client'
import type { Api } from '@crossdock/admin/kit'

/** Number of ids per request, because they are in its URL. */
const atATime = 100

/** Whether a file or folder has changed since an action. */
export async function isChangedSince(
  { id }: Asset,
  left: Partial<Asset>,
  api: Api
): Promise<boolean> {
  const now = await api.read<Asset>(`assets/${id}`)
  return Object.entries(left).some(([key, value]) => now[key as keyof Asset] !== value)
}

/** Finds an asset that another person has moved again. That move must not be undone. */
export async function findMovedSince(
  assets: readonly Asset[],
  parentId: string | null,
  api: Api
): Promise<Asset | undefined> {
  return (await readCurrent(assets, {}, api)).find((now) => now.parentId !== parentId)
}

/** Finds an asset that another person has restored and deleted again. That deletion must not be undone. */
export async function findTrashedAgain(
  left: readonly Asset[],
  api: Api
): Promise<Asset | undefined> {
  const before = new Map(left.map(({ id, trashedAt }) => [id, trashedAt]))
  return (await readCurrent(left, { trashed: true }, api)).find(
    ({ id, trashedAt }) => trashedAt !== null && trashedAt !== before.get(id)
  )
}

/** Reads the current state of the assets that still exist. */
async function readCurrent(
  assets: readonly Asset[],
  filter: Record<string, unknown>,
  api: Api
): Promise<Asset[]> {
  const ids = assets.map(({ id }) => id)
  if (ids.length === 1) return [await api.read<Asset>(`assets/${ids[0]}`)]
  const found: Asset[] = []
  for (let at = 0; at < ids.length; at += atATime) {
    const asked = { ...filter, id: ids.slice(at, at + atATime) }
    const { items } = await api.list<Asset>('assets', {
      range: [0, atATime - 1],
      sort: ['name', 'ASC'],
      filter: asked,
    })
    found.push(...items)
  }
  return found
}
