import { unscoped } from '@crossdock/kernel/database'
import { secrets } from '@crossdock/kernel/secrets'
import { countSealed } from './sealed_values.js'

/**
 * The keys that seal secrets, the current one first, each with its first use and the number of stored values
 * that need it. In operator scope.
 */
export async function encryptionKeys() {
  const { current, previous } = secrets.use().keyIds
  const { byKey, isCut } = await countSealed()
  const noted: { id: string; first_used_at: string }[] = await unscoped()
    .from('encryption_keys')
    .select('id', 'first_used_at')
  const since = new Map(noted.map((row) => [row.id, new Date(row.first_used_at).toISOString()]))
  const useOf = (id: string): 'current' | 'previous' | 'missing' => {
    if (id === current) return 'current'
    return previous.includes(id) ? 'previous' : 'missing'
  }
  const ids = new Set([current, ...previous, ...byKey.keys()])
  return {
    keys: [...ids].map((id) => ({
      id,
      use: useOf(id),
      firstUsedAt: since.get(id) ?? null,
      sealed: byKey.get(id) ?? 0,
    })),
    isCut,
  }
}
