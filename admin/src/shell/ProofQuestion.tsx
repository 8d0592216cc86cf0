import { lazyPart, useApiState } from '@crossdock/admin/kit'
import type { ApiClient } from '../data/api.js'

const ConfirmIdentity = lazyPart(() => import('./ConfirmIdentity.js'))

/** One dialog for all calls that need a recent confirmation. */
export function ProofQuestion({ api }: { api: ApiClient }) {
  const proving = useApiState((state) => state.proving)
  const { owner } = api.keeper
  return proving && owner ? <ConfirmIdentity api={api} owner={owner} /> : null
}
