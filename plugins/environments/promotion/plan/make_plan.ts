import { inTenant, currentTenantId } from '@crossdock/kernel/tenancy'
import type { PromotedRef, PromotedRow } from '../../contracts/index.js'
import { differences, type Names } from './differences.js'
import { fingerprintOf } from './fingerprint.js'
import { gather, type Gathered } from './gather.js'
import { kindsInOrder } from './kinds.js'
import { match, type Direction, type Match } from '../queries/match.js'
import type { Plan, PlannedItem, Step } from '../plan_types.js'
import { warningsOf } from './warnings.js'

/** The kind of rows that the caller selects. They are promoted with everything that they reference. */
const promotedKind = 'workflows'

/**
 * Plans the promotion of workflows, with everything they reference, to another environment. Only reads.
 * @param lock whether to lock the compared rows of the target until the transaction ends
 * @throws Problem 403 for rows that the caller may not promote, 422 for missing rows
 */
export async function makePlan(
  direction: Direction,
  workflowIds: readonly string[],
  { lock }: { lock: boolean }
): Promise<Plan> {
  const { sourceId, targetId } = direction
  const tenantId = currentTenantId()
  const gathered = await inTenant(tenantId, () => gather(promotedKind, workflowIds), {
    environmentId: sourceId,
  })
  return inTenant(
    tenantId,
    async () => {
      const { steps, matches } = await stepsOf(gathered, direction, lock)
      const warnings = await warningsOf(steps, matches, { tenantId, environmentId: targetId })
      return { steps, warnings, fingerprint: fingerprintOf(steps) }
    },
    { environmentId: targetId }
  )
}

/** Plans kind by kind, so that referenced rows have their counterparts first. */
async function stepsOf(gathered: Gathered, direction: Direction, lock: boolean) {
  const targets = new Map<string, string>()
  const names = new Map<string, string>()
  const matches = new Map<string, Match>()
  const steps: Step[] = []
  const ownerOf = ({ id }: PromotedRef) => targets.get(id)
  for (const [name, kind] of kindsInOrder()) {
    const rows = [...(gathered.get(name)?.values() ?? [])].sort(byName)
    if (rows.length === 0) continue
    const found = await match([name, kind], rows, direction, { lock, ownerOf })
    for (const source of rows) {
      const matched = found.get(source.id)!
      const { target } = matched
      if (target) targets.set(source.id, target.id)
      for (const id of [source.id, target?.id, plannedId(source.id)]) {
        if (id) names.set(id, source.name)
      }
      const carried = kind.carry(source, target, ({ id }) => targets.get(id) ?? plannedId(id))
      const shownAs: Names = { row: (id) => names.get(id), part: kind.partName }
      const item = itemOf(name, source, matched, carried.definition, shownAs)
      matches.set(source.id, matched)
      steps.push({ item, source, target, carried })
    }
  }
  return { steps, matches }
}

/** Returns a placeholder for the id of a row that is not created yet. */
const plannedId = (sourceId: string) => `new:${sourceId}`

function itemOf(
  kind: string,
  source: PromotedRow,
  { target, byName: isByName }: Match,
  definition: PromotedRow['definition'],
  names: Names
): PlannedItem {
  const changes = target ? differences(target.definition, definition, names) : []
  return {
    kind,
    name: source.name,
    sourceId: source.id,
    targetId: target?.id ?? null,
    action: !target ? 'create' : changes.length > 0 ? 'update' : 'same',
    byName: isByName,
    changes,
  }
}

const byName = (one: PromotedRow, other: PromotedRow) =>
  one.name < other.name || (one.name === other.name && one.id < other.id) ? -1 : 1
