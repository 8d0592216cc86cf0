import { notFound } from '@crossdock/kernel/ground'
import type { Input, ItemInput } from '@crossdock/kernel/http'
import { resolveConflict } from '../actions/resolve.js'
import { findConflict, listConflicts } from '../queries/records.js'
import type { contentQuery, resolveBody } from '../validators/records.js'
import { sendContent } from './send_content.js'

export default class ConflictsController {
  index({ list }: Input) {
    return listConflicts(list)
  }

  show({ params }: ItemInput) {
    return findConflict(params.id)
  }

  resolve({ params, body }: ItemInput<typeof resolveBody>) {
    return resolveConflict(params.id, body)
  }

  async content({ params, query, http }: ItemInput<undefined, typeof contentQuery>) {
    const conflict = await findConflict(params.id)
    const { path, mergedHash } = conflict
    const { side = 'source' } = query
    const hash = side === 'merged' ? mergedHash : conflict[side]?.hash
    if (!hash) throw notFound('The conflict "{id}" has no content there.', params.id)
    return sendContent(http, { path, hash })
  }
}
