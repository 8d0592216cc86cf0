import type { ApiEndpoint, EndpointPreview } from '@crossdock/client'
import { parseJson, useApi } from '@crossdock/admin/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSettled } from '../pieces/use_settled.js'
import { paramsOf } from './params.js'
import { trialBody, type Trial } from './trial.js'

/** An endpoint as it stands in a form or is stored. */
export type Draft = Pick<
  ApiEndpoint,
  'systemId' | 'name' | 'path' | 'method' | 'requestSchema' | 'responseSchema' | 'fieldMapping'
>

export interface Preview {
  /** What was answered last; of an earlier state while `isCurrent` is not set. */
  data: EndpointPreview | undefined
  error: Error | null
  /** It belongs to what stands in the form now. */
  isCurrent: boolean
  /** The endpoint it was asked for. */
  asked: Draft | undefined
}

const PAUSE = 400

/** What an endpoint would send, asked again after each pause in changing it. */
export function usePreview(draft: Draft | undefined, trial: Trial): Preview {
  const api = useApi()
  const body = draft && JSON.stringify({ ...draft, ...trialBody(trial, paramsOf(draft)) })
  const asked = useSettled(body, PAUSE)
  const query = useQuery({
    queryKey: ['endpoint-preview', asked ?? null],
    queryFn: () =>
      api.action<EndpointPreview>({
        path: 'integrations/endpoints/preview',
        body: parseJson(asked ?? '') as object,
      }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const isAnswered = !query.isFetching && !query.isPlaceholderData
  return {
    data: query.data,
    error: query.error,
    isCurrent: body !== undefined && body === asked && isAnswered,
    asked: isAnswered && asked ? (parseJson(asked) as Draft) : undefined,
  }
}
