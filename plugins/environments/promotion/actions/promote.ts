import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { Problem } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { currentContext, currentTenantId, inTenant } from '@crossdock/kernel/tenancy'
import type { TenantEnvironment } from '../../models/tenant_environment.js'
import type { Held, PromotedRow } from '../../contracts/index.js'
import { promotionApplied } from '../event_types.js'
import { Promotion } from '../models/promotion.js'
import { assertSame, stateOf } from '../plan/fingerprint.js'
import { kindNamed } from '../plan/kinds.js'
import { makePlan } from '../plan/make_plan.js'
import type { Direction } from '../queries/match.js'
import type { Plan, Planned, PlannedItem, Step, Undo } from '../plan_types.js'
import {
  assertActive,
  assertMayPromoteFrom,
  assertUnbound,
  lockTarget,
  findEnvironmentNamed,
  findTarget,
} from '../queries/places.js'
import type { promoteBody } from '../validators/promotions.js'
import { pairRows, removeGonePairs } from './counterparts.js'
import { keepNewest } from './keep_newest.js'
import { lockMeters } from './reserving.js'

/** A promotion that was carried out. */
export interface Promoted {
  promotion: Promotion
  target: TenantEnvironment
}

type PromotionRequest = Output<typeof promoteBody>

/**
 * Plans a promotion without changing anything.
 * @throws Problem 403 for a token of one environment, for kinds that the caller may not promote, for an
 * inactive target and, by token, for an inactive source, 404 for the source, 422 for the target and for
 * unknown workflows
 */
export async function planPromotion(named: string, request: PromotionRequest): Promise<Planned> {
  const { source, target } = await findEnvironments(named, request)
  const plan = await makePlan(directionOf(source, target), request.workflowIds, { lock: false })
  return { source, target, plan }
}

/**
 * Promotes workflows with everything that they reference to another environment: everything or nothing.
 * @returns the plan if nothing differs: then the promotion changes and records nothing
 * @throws Problem like `planPromotion`, 409 if something has changed since the given plan and for a limit of the
 * target, and any error of a manual change
 */
export async function promote(
  named: string,
  request: PromotionRequest
): Promise<Promoted | Planned> {
  const { source, target } = await findEnvironments(named, request)
  return inTenant(
    currentTenantId(),
    () =>
      transaction(async () => {
        await lockMeters()
        await lockTarget(target.id)
        const direction = directionOf(source, target)
        const plan = await makePlan(direction, request.workflowIds, { lock: true })
        if (request.plan) assertSame(plan, request.plan)
        // An empty promotion would push out the oldest of the 200 kept promotions.
        if (plan.steps.every(isUnchanged)) return { source, target, plan }
        const { items, undo } = await carryOut(plan, direction)
        await removeGonePairs(direction)
        const promotion = await Promotion.create({
          sourceId: source.id,
          sourceName: source.displayName,
          targetId: target.id,
          items,
          undo,
          warnings: plan.warnings,
          undoneAt: null,
          undoneBy: null,
          promotedBy: currentContext().actor.userId,
        })
        await keepNewest(target.id)
        await recordEvent(promotionApplied, {
          target: { type: 'promotion', id: promotion.id },
          payload: {
            source: source.displayName,
            target: target.displayName,
            targetId: target.id,
            names: namesIn(items),
          },
        })
        return { promotion, target }
      }),
    { environmentId: target.id }
  )
}

/** Returns whether a step changes nothing. A counterpart that was found by its name is still stored as a pair. */
const isUnchanged = ({ item: { action, byName } }: Step) => action === 'same' && !byName

const directionOf = (source: TenantEnvironment, target: TenantEnvironment): Direction => ({
  sourceId: source.id,
  targetId: target.id,
})

async function findEnvironments(named: string, { targetId }: PromotionRequest) {
  // Check this first: a token of one environment does not see the target, so a 404 would hide the reason.
  assertUnbound()
  const source = await findEnvironmentNamed(named)
  const target = await findTarget(targetId, source)
  assertMayPromoteFrom(source)
  assertActive(target)
  return { source, target }
}

/** Carries out a plan, kind by kind, so that the ids of referenced rows are known when they are needed. */
async function carryOut({ steps }: Plan, direction: Direction) {
  const targets = new Map(steps.map(({ source, target }) => [source.id, target?.id]))
  const items: PlannedItem[] = []
  const undo: Undo[] = []
  for (const step of steps) {
    const { item, source } = step
    const id = await writeRow(step, (sourceId) => targets.get(sourceId) ?? sourceId)
    targets.set(source.id, id)
    await pairRows(item.kind, direction, { sourceId: source.id, targetId: id })
    items.push({ ...item, targetId: id })
    if (item.action !== 'same') undo.push(await undoDataOf(step, id))
  }
  return { items, undo }
}

/** @returns the id of the counterpart */
async function writeRow(
  { item, source, target }: Step,
  idOf: (sourceId: string) => string
): Promise<string> {
  const kind = kindNamed(item.kind)
  if (target && item.action === 'same') return target.id
  try {
    const done = kind.carry(source, target, ({ id }) => idOf(id))
    if (!target) return await kind.create(done, source)
    await kind.update(target.id, done.definition)
    return target.id
  } catch (error) {
    throw prefixFields(error, `${item.kind}.${item.name}`)
  }
}

/** Puts the kind and name of the promoted row before the fields of an error. */
function prefixFields(error: unknown, place: string): unknown {
  if (!(error instanceof Problem) || error.errors.length === 0) return error
  const errors = error.errors.map((one) => ({ ...one, field: `${place}.${one.field}` }))
  return new Problem(error.status, error.code, error.text, { errors, cause: error })
}

/** Returns the credentials of a row and of its parts. */
export const credentialsOf = ({ id, name, credentials, held }: PromotedRow): readonly Held[] =>
  held ?? credentials.map((place) => ({ id, name, place }))

async function undoDataOf({ item, target }: Step, id: string): Promise<Undo> {
  const [now] = await kindNamed(item.kind).rows([id], { lock: false })
  return {
    kind: item.kind,
    id,
    name: item.name,
    before: target?.definition ?? null,
    held: target ? credentialsOf(target) : [],
    after: stateOf(now?.definition),
  }
}

/** Returns the names of the workflows, without the rows that they reference. */
export const namesIn = (items: readonly PlannedItem[]): string =>
  items
    .filter(({ kind }) => kind === 'workflows')
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 500)
