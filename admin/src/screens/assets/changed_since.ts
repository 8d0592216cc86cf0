import type { Asset } from '@crossdock/client'
import type { Api } from '@crossdock/admin/kit'

/** Whether a file or folder is no longer as an action has left it. */
export async function isChangedSince(
  { id }: Asset,
  left: Partial<Asset>,
  api: Api
): Promise<boolean> {
  const now = await api.read<Asset>(`assets/${id}`)
  return Object.entries(left).some(([key, value]) => now[key as keyof Asset] !== value)
}

/** Whether somebody has restored it and put it into the trash once more: that is theirs to undo. */
export async function isTrashedAgain({ id }: Asset, left: Asset, api: Api): Promise<boolean> {
  const { trashedAt } = await api.read<Asset>(`assets/${id}`)
  return trashedAt !== null && trashedAt !== left.trashedAt
}
