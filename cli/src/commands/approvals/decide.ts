import type { Approval } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { isId } from '../../ids.js'

export interface DecideOptions {
  comment?: string
}

/** Approves or rejects a waiting run. */
export async function decideApproval(
  factory: Factory,
  decision: 'approve' | 'reject',
  typed: string,
  { comment }: DecideOptions
): Promise<void> {
  const api = await factory.api()
  const id = isId(typed) ? typed : await openApproval(api, typed)
  const body = comment === undefined ? {} : { comment }
  const approval = await api.post<Approval>(`/api/approvals/${id}/${decision}`, body)
  if (factory.flags.json) return factory.printJson(approval)
  const { question, flowName } = approval
  factory.say(`${decision === 'approve' ? 'Approved' : 'Rejected'} for ${flowName}: ${question}`)
}

async function openApproval(api: ApiClient, typed: string): Promise<string> {
  const rows = await api.all<Approval>('/api/approvals')
  const approval = pick(rows, typed, {
    one: 'open approval',
    list: 'crossdock approvals list',
    ids: (row) => [row.id],
    about: (row) => `${row.flowName}: ${row.question}`,
  })
  return approval.id
}
