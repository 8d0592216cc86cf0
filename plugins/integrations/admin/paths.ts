import type { ExternalSystem } from '@crossdock/client'

/* Paths for the first load. The model is larger and loads with the screens. */

/** The page of a system's endpoints. */
export const systemPath = ({ id }: Pick<ExternalSystem, 'id'>): string =>
  `/integrations/systems/${encodeURIComponent(id)}`

/** A call in the log of calls. */
export const logPath = ({ id }: { id: string }): string =>
  `/integrations?tab=activity&log=${encodeURIComponent(id)}`

/**
 * Returns the page of a webhook, found by the id of its workflow, its endpoint or itself; or the page of a request
 * to it.
 */
export const webhookPath = (of: {
  workflow?: string
  endpoint?: string
  webhook?: string
  request?: string
}) => `/integrations/webhooks?${new URLSearchParams(of).toString()}`
