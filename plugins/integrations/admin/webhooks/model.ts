import type { Webhook, WebhookRequest } from '@crossdock/client'
import { useKinds, type BadgeVariant, type KindEntry } from '@crossdock/admin/kit'

export interface VerificationEntry extends KindEntry {
  hasSecret: boolean
}

/** Ways of verification, loaded once for all who ask. */
export const useVerifications = () =>
  useKinds<VerificationEntry>('integrations/webhook-verifications')

/** Where a webhook is set up: that of a workflow or an endpoint, or one by its own id; or where a received request is shown. */
export const webhookPath = (of: {
  workflow?: string
  endpoint?: string
  webhook?: string
  request?: string
}) => `/integrations/webhooks?${new URLSearchParams(of).toString()}`

export const outcomeColour = ({ status, outcome }: WebhookRequest): BadgeVariant =>
  outcome === 'duplicate' ? 'secondary' : status < 300 ? 'success' : 'destructive'

/** What stands behind a webhook: a workflow has a page of its own. */
export const targetPath = ({ workflowId }: Webhook): string | undefined =>
  workflowId === null ? undefined : `/integrations/workflows/${encodeURIComponent(workflowId)}`
