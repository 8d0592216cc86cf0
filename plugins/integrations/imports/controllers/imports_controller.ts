import { assertFreshProof, Reader, type Input } from '@crossdock/kernel/http'
import { importDescription } from '../actions/import_description.js'
import { showPlan } from '../show_import.js'
import type { importBody } from '../validators/imports.js'

export default class ImportsController {
  async store({ body, http }: Input<typeof importBody>) {
    const { dryRun = false } = body
    if (!dryRun) assertFreshProof()
    const { plan, room, changes, result } = await importDescription(body)
    return {
      dryRun,
      changes,
      result,
      plan: dryRun ? showPlan(plan, room, new Reader(http)) : null,
    }
  }
}
