import type { ExternalSystem } from '@crossdock/client'

/* What the frame of the console needs; the rest of the models comes with the screens. */

/** The page of a system's endpoints. */
export const systemPath = ({ id }: Pick<ExternalSystem, 'id'>): string =>
  `/integrations/systems/${encodeURIComponent(id)}`

/** A call in the log of calls. */
export const logPath = ({ id }: { id: string }): string =>
  `/integrations?tab=activity&log=${encodeURIComponent(id)}`

/** Where a webhook is set up: that of a workflow or an endpoint, or one by its own id; or where a received request is shown. */
export const webhookPath = (of: {
  workflow?: string
  endpoint?: string
  webhook?: string
  request?: string
}) => `/integrations/webhooks?${new URLSearchParams(of).toString()}`
