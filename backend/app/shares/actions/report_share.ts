import { presentRights } from '@crossdock/backend/access'
import { people } from '@crossdock/backend/users'
import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { sharingWrite } from '../contracts/index.js'
import { shareReported } from '../event_types.js'
import type { Share } from '../models/share.js'

/** People per page. */
const batchSize = 100

interface Report {
  reason: string
  /** E-mail address for an answer. */
  email?: string | null
}

/**
 * Records a visitor's report. The event notifies the organization's administrators, or the operator if there
 * are none.
 */
export async function reportShare(share: Share, { reason, email }: Report): Promise<void> {
  const hasReaders = await isAnyoneInCharge()
  await transaction(() =>
    recordEvent(shareReported, {
      target: { type: 'share', id: share.id },
      payload: {
        shareId: share.id,
        assetId: share.assetId,
        link: share.name,
        reason,
        ...(email && { email }),
        hasReaders,
      },
    })
  )
}

/** Whether the organization has a person who may change the rules for links. */
async function isAnyoneInCharge(): Promise<boolean> {
  for (let after: string | undefined; ;) {
    const page = await people.use().active({ behind: after, limit: batchSize })
    for (const { id } of page) {
      const { mayEnter, permissions } = await presentRights.use().of(id)
      if (mayEnter && permissions.has(sharingWrite.name)) return true
    }
    if (page.length < batchSize) return false
    after = page.at(-1)!.id
  }
}
