import type { WebhookStats } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'
import { POLL, type Webhook } from '../model.js'

/** The statistics of a webhook; all callers share one read. */
export const useStats = ({ id }: Webhook) =>
  useRead<WebhookStats>(['webhooks', id, 'stats'], { refetchInterval: POLL })
