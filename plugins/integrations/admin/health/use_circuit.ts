import type { ExternalSystem, SystemCircuit } from '@crossdock/client'
import { useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

interface Change {
  state: 'open' | 'closed'
  reason?: string
}

/** Pauses the calls to a system manually, or ends a pause. */
export function useCircuit({ id, name }: ExternalSystem, onSuccess?: () => void) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.health.${key}`, { name })
  return useAction<SystemCircuit, Change>(
    (body) => ({ path: `integrations/systems/${id}/circuit`, body }),
    {
      invalidates: ['integrations/systems'],
      success: (_, { state }) => ({ title: text(state === 'open' ? 'wasPaused' : 'wasReset') }),
      error: { fallback: text('failed') },
      ...(onSuccess ? { onSuccess } : {}),
    }
  )
}
