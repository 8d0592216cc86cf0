import { useRead } from '@crossdock/admin/kit'
import { POLL, type Webhook, type WebhookStats } from '../model.js'

/** The figures of a webhook, read once for all who ask. */
export const useStats = ({ id }: Webhook) =>
  useRead<WebhookStats>(['webhooks', id, 'stats'], { refetchInterval: POLL })
