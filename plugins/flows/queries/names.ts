import type { FlowNames } from '../contracts/index.js'
import { Workflow } from '../models/workflow.js'

export const names: FlowNames = {
  async of(ids) {
    if (ids.length === 0) return new Map()
    const found = await Workflow.query()
      .whereIn('id', [...ids])
      .select('id', 'name')
    return new Map(found.map(({ id, name }) => [id, name]))
  },
}
