import type { Asset } from '@crossdock/client'
import type { Api } from '@crossdock/admin/kit'

/** Asked for with one request: their ids stand in its address. */
const atATime = 100

/** Whether a file or folder is no longer as an action has left it. */
export async function isChangedSince(
  { id }: Asset,
  left: Partial<Asset>,
  api: Api
): Promise<boolean> {
  const now = await api.read<Asset>(`assets/${id}`)
  return Object.entries(left).some(([key, value]) => now[key as keyof Asset] !== value)
}

/** The first that lies in another folder than the one they were moved into: that is for somebody else to undo. */
export async function movedSince(
  assets: readonly Asset[],
  parentId: string | null,
  api: Api
): Promise<Asset | undefined> {
  return (await readNow(assets, {}, api)).find((now) => now.parentId !== parentId)
}

/** The first that somebody has restored and put into the trash once more: that is theirs to undo. */
export async function trashedAgain(left: readonly Asset[], api: Api): Promise<Asset | undefined> {
  const before = new Map(left.map(({ id, trashedAt }) => [id, trashedAt]))
  return (await readNow(left, { trashed: true }, api)).find(
    ({ id, trashedAt }) => trashedAt !== null && trashedAt !== before.get(id)
  )
}

/** Those of them that are there, as they are now. */
async function readNow(
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
