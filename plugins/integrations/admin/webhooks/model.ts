import type { Webhook, WebhookRequest } from '@crossdock/client'
import { useKinds, type BadgeVariant, type KindEntry } from '@crossdock/admin/kit'

export { webhookPath } from '../paths.js'

export interface VerificationEntry extends KindEntry {
  hasSecret: boolean
}

/** Verification kinds; all callers share one read. */
export const useVerifications = () =>
  useKinds<VerificationEntry>('integrations/webhook-verifications')

export const outcomeColor = ({ status, outcome }: WebhookRequest): BadgeVariant =>
  outcome === 'duplicate' ? 'secondary' : status < 300 ? 'success' : 'destructive'

/** The page of a webhook's workflow. */
export const targetPath = ({ workflowId }: Webhook): string | undefined =>
  workflowId === null ? undefined : `/integrations/workflows/${encodeURIComponent(workflowId)}`
