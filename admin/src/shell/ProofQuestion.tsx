import { lazyPart, useApiState } from '@crossdock/admin/kit'
import type { ApiClient } from '../data/api.js'

const ConfirmIdentity = lazyPart(() => import('./ConfirmIdentity.js'))

/** The one question of all calls that need a fresh proof. */
export function ProofQuestion({ api }: { api: ApiClient }) {
  const proving = useApiState((state) => state.proving)
  const { owner } = api.keeper
  return proving && owner ? <ConfirmIdentity api={api} owner={owner} /> : null
}
