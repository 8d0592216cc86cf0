import type { Input, ItemInput } from '@crossdock/kernel/http'
import { decide, type Decision } from '../approvals/decide.js'
import { findApproval, listApprovals, showApprovals } from '../approvals/queries.js'
import type { decideBody } from '../validators/approval.js'

export default class ApprovalsController {
  index({ list }: Input) {
    return listApprovals(list)
  }

  async show({ params }: ItemInput) {
    return shown(await findApproval(params.id))
  }

  approve(input: ItemInput<typeof decideBody>) {
    return decided(input, 'approved')
  }

  reject(input: ItemInput<typeof decideBody>) {
    return decided(input, 'rejected')
  }
}

async function decided({ params, body }: ItemInput<typeof decideBody>, decision: Decision) {
  return shown(await decide(params.id, decision, body.comment || null))
}

async function shown(approval: Awaited<ReturnType<typeof findApproval>>) {
  return (await showApprovals([approval]))(approval)
}
