import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { Problem, type Output } from '@crossdock/kernel/http'
import { currentContext, currentTenantId, inTenant } from '@crossdock/kernel/tenancy'
import type { TenantEnvironment } from '../../models/tenant_environment.js'
import type { Held, PromotedRow } from '../../contracts/index.js'
import { promotionApplied } from '../event_types.js'
import { Promotion } from '../models/promotion.js'
import { assertSame, stateOf } from '../plan/fingerprint.js'
import { kindNamed } from '../plan/kinds.js'
import { makePlan } from '../plan/make_plan.js'
import type { Direction } from '../plan/match.js'
import type { Plan, PlannedItem, Step, Undo } from '../plan/plan.js'
import {
  assertActive,
  assertGivesAway,
  assertUnbound,
  holdTarget,
  placeNamed,
  targetNamed,
} from '../queries/places.js'
import type { promoteBody } from '../validators/promotions.js'
import { pair, forgetGone } from './counterparts.js'
import { keepNewest } from './keep_newest.js'
import { lockMeters } from './reserving.js'

/** Between which environments, and what of it. */
export interface Planned {
  source: TenantEnvironment
  target: TenantEnvironment
  plan: Plan
}

/** What was done, and where. */
export interface Promoted {
  promotion: Promotion
  target: TenantEnvironment
}

type Wish = Output<typeof promoteBody>

/**
 * What promoting would do; does nothing.
 * @throws Problem 403 for a token of one environment, for what the caller may not promote, for a target that is not active and, by token,
 * for such a source,
 * 404 for the source, 422 for the target and for workflows that are not there
 */
export async function planPromotion(named: string, wish: Wish): Promise<Planned> {
  const { source, target } = await placesOf(named, wish)
  const plan = await makePlan(directionOf(source, target), wish.workflowIds, { lock: false })
  return { source, target, plan }
}

/**
 * Carries workflows with all they name into another environment, all or nothing.
 * @returns the plan where nothing differs: then nothing is done, and nothing recorded
 * @throws Problem as `planPromotion`; 409 when something is not as the given plan has it any more, and for a limit of the
 * target; what else the ways of making and changing things refuse
 */
export async function promote(named: string, wish: Wish): Promise<Promoted | Planned> {
  const { source, target } = await placesOf(named, wish)
  return inTenant(
    currentTenantId(),
    () =>
      transaction(async () => {
        await lockMeters()
        await holdTarget(target.id)
        const direction = directionOf(source, target)
        const plan = await makePlan(direction, wish.workflowIds, { lock: true })
        if (wish.plan) assertSame(plan, wish.plan)
        // A record of nothing would push out the way back of something.
        if (plan.steps.every(isNothing)) return { source, target, plan }
        const { items, undo } = await carryOut(plan, direction)
        await forgetGone(direction)
        const promotion = await Promotion.create({
          ...{ sourceId: source.id, sourceName: source.displayName, targetId: target.id },
          ...{ items, undo, warnings: plan.warnings, undoneAt: null, undoneBy: null },
          promotedBy: currentContext().actor.userId,
        })
        await keepNewest(target.id)
        await recordEvent(promotionApplied, {
          target: { type: 'promotion', id: promotion.id },
          payload: {
            ...{ source: source.displayName, target: target.displayName, targetId: target.id },
            names: namesIn(items),
          },
        })
        return { promotion, target }
      }),
    { environmentId: target.id }
  )
}

/** What was found by its name becomes a pair, even if nothing of it differs. */
const isNothing = ({ item: { action, byName } }: Step) => action === 'same' && !byName

const directionOf = (source: TenantEnvironment, target: TenantEnvironment): Direction => ({
  ...{ sourceId: source.id, targetId: target.id },
})

async function placesOf(named: string, { targetId }: Wish) {
  // First of all: to such a token the target does not exist, and it should hear why.
  assertUnbound()
  const source = await placeNamed(named)
  const target = await targetNamed(targetId, source)
  assertGivesAway(source)
  assertActive(target)
  return { source, target }
}

/** Writes kind by kind; what is named by their places in the plan has its id by then. */
async function carryOut({ steps }: Plan, direction: Direction) {
  const targets = new Map(steps.map(({ source, target }) => [source.id, target?.id]))
  const items: PlannedItem[] = []
  const undo: Undo[] = []
  for (const step of steps) {
    const { item, source } = step
    const id = await written(step, (sourceId) => targets.get(sourceId) ?? sourceId)
    targets.set(source.id, id)
    await pair(item.kind, direction, { sourceId: source.id, targetId: id })
    items.push({ ...item, targetId: id })
    if (item.action !== 'same') undo.push(await wayBack(step, id))
  }
  return { items, undo }
}

/** @returns the id of the counterpart */
async function written(
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
    throw of(error, `${item.kind}.${item.name}`)
  }
}

/** A refusal says which of all that is promoted it is about. */
function of(error: unknown, place: string): unknown {
  if (!(error instanceof Problem) || error.errors.length === 0) return error
  const errors = error.errors.map((one) => ({ ...one, field: `${place}.${one.field}` }))
  return new Problem(error.status, error.code, error.text, { errors, cause: error })
}

/** Where a row has credentials, and what belongs to it. */
export const heldBy = ({ id, name, credentials, held }: PromotedRow): readonly Held[] =>
  held ?? credentials.map((place) => ({ id, name, place }))

async function wayBack({ item, target }: Step, id: string): Promise<Undo> {
  const [now] = await kindNamed(item.kind).rows([id], { lock: false })
  return {
    ...{ kind: item.kind, id, name: item.name },
    before: target?.definition ?? null,
    held: target ? heldBy(target) : [],
    after: stateOf(now?.definition),
  }
}

/** The workflows: what is named goes along. */
export const namesIn = (items: readonly PlannedItem[]): string =>
  items
    .filter(({ kind }) => kind === 'workflows')
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 500)
