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
