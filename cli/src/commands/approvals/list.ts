import type { Approval } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'

const MOST = 1000

export interface ListApprovalsOptions {
  open?: boolean
  all?: boolean
  limit: string
}

export async function listApprovals(
  factory: Factory,
  { open, all, limit: typed }: ListApprovalsOptions
): Promise<void> {
  if (open && all) throw new UsageError('--open and --all exclude each other. Give one of them.')
  const limit = wholeNumber('--limit', typed, MOST)
  const filter = { scope: all ? 'all' : open ? 'open' : 'mine' }
  const api = await factory.api()
  const { rows, total } = await api.page<Approval>('/api/approvals', { filter }, 0, limit)
  await factory.printList(
    rows,
    [
      { title: 'Id', text: ({ id }) => id, whole: true },
      { title: 'Flow', text: ({ flowName }) => flowName },
      { title: 'Question', text: ({ question }) => question },
      { title: 'About', text: ({ assetName }) => assetName ?? '' },
      { title: 'Status', text: ({ status }) => status },
      { title: 'Decided by', text: ({ decidedByName }) => decidedByName ?? '' },
      {
        title: 'Asked',
        text: ({ createdAt }) => formatRelative(createdAt),
        raw: ({ createdAt }) => createdAt,
      },
      { title: 'Due', text: ({ dueAt }) => dueAt ?? '' },
    ],
    all ? 'No approvals found.' : 'No approvals are open.'
  )
  noteTruncation(factory, rows.length, total, 'approvals')
}
