import type { AuditEntry } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'
import { assertKnownType } from '../activity/known_type.js'
import { auditFilter, type AuditOptions } from './filter.js'

const MOST = 1000

interface ListAuditOptions extends AuditOptions {
  limit: string
}

export async function listAudit(factory: Factory, options: ListAuditOptions): Promise<void> {
  const limit = wholeNumber('--limit', options.limit, MOST)
  const filter = await auditFilter(options, () => factory.api())
  const api = await factory.api()
  const { rows, total } = await api.page<AuditEntry>('/api/audit', { filter }, 0, limit)
  if (rows.length === 0) await assertKnownType(api, options.type)
  await factory.printList(
    rows,
    [
      { title: 'No.', text: (entry) => String(entry.seq) },
      {
        title: 'When',
        text: (entry) => formatRelative(entry.createdAt),
        raw: (entry) => entry.createdAt,
      },
      { title: 'Who', text: (entry) => entry.person?.name ?? entry.actorType },
      { title: 'What', text: (entry) => entry.action ?? entry.description ?? entry.eventType },
      { title: 'Event', text: (entry) => entry.eventType, onlyPiped: true },
      { title: 'About', text: (entry) => entry.targetType ?? '', onlyPiped: true },
      { title: 'About id', text: (entry) => entry.targetId ?? '', onlyPiped: true },
      { title: 'Id', text: (entry) => entry.id, onlyPiped: true },
    ],
    'No matching audit entries.'
  )
  noteTruncation(factory, rows.length, total, 'entries')
}
