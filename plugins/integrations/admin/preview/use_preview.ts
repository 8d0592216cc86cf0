import type { EndpointPreview } from '@crossdock/client'
import { parseJson, useApi, useSettled } from '@crossdock/admin/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { paramsOf } from './params.js'
import { trialBody, type Trial } from './trial.js'
import type { Draft } from './draft.js'

export interface Preview {
  /** The latest answer. If `isCurrent` is false, it belongs to earlier form values. */
  data: EndpointPreview | undefined
  error: Error | null
  /** Whether the answer belongs to the present form values. */
  isCurrent: boolean
  /** The endpoint of the answer. */
  asked: Draft | undefined
}

const PAUSE = 400

/** Previews an endpoint's request, and refreshes after each pause in editing. */
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
