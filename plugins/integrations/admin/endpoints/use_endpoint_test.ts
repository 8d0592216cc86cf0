import type { ApiEndpoint, EndpointTest } from '@crossdock/client'
import { useAction, useToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { paramsOf } from '../preview/params.js'
import { trialBody, type Trial } from '../preview/trial.js'

/** Sends an endpoint's request, with or without a file, and shows the result in a toast. */
export function useEndpointTest(endpoint: ApiEndpoint) {
  const translate = useTranslate()
  const toast = useToast()
  const text = (key: string) => translate(`integrations.endpoints.test.${key}`)
  return useAction<EndpointTest, Trial | undefined>(
    (trial) => ({
      path: `integrations/endpoints/${endpoint.id}/test`,
      body: trial && trialBody(trial, paramsOf(endpoint)),
    }),
    {
      invalidates: ['integrations/logs', 'integrations/stats', 'integrations/systems/failing'],
      error: { title: text('failed'), fallback: text('failedText') },
      onSuccess: ({ success, message }) =>
        toast(
          success
            ? { title: text('ok'), description: text('okText') }
            : {
                title: text('failed'),
                description: message || text('failedText'),
                kind: 'destructive',
              }
        ),
    }
  )
}
