import type { Webhook, WebhookRequest } from '@crossdock/client'
import { useKinds, type BadgeVariant, type KindEntry } from '@crossdock/admin/kit'

export { webhookPath } from '../paths.js'

export interface VerificationEntry extends KindEntry {
  hasSecret: boolean
}

/** Ways of verification, loaded once for all who ask. */
export const useVerifications = () =>
  useKinds<VerificationEntry>('integrations/webhook-verifications')

export const outcomeColour = ({ status, outcome }: WebhookRequest): BadgeVariant =>
  outcome === 'duplicate' ? 'secondary' : status < 300 ? 'success' : 'destructive'

/** What stands behind a webhook: a workflow has a page of its own. */
export const targetPath = ({ workflowId }: Webhook): string | undefined =>
  workflowId === null ? undefined : `/integrations/workflows/${encodeURIComponent(workflowId)}`
