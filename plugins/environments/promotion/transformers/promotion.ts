import { personNames } from '@crossdock/backend/users'
import { answerOf, type Output } from '@crossdock/kernel/shapes'
import type { Reader } from '@crossdock/kernel/http'
import type { Row } from '@crossdock/kernel/lists'
import { currentTenantId, holds } from '@crossdock/kernel/tenancy'
import { promotedKinds } from '../../contracts/index.js'
import type { Promotion } from '../models/promotion.js'
import type { Planned, PlannedItem, Warning } from '../plan_types.js'
import { promotionAnswer } from '../validators/promotions.js'

type Shown = Output<typeof promotionAnswer>

/** Returns a plan in the form of a promotion, without the fields that only a stored promotion has. */
export const showPlan = ({ source, target, plan }: Planned, reader: Reader): Shown => ({
  id: null,
  tenantId: currentTenantId(),
  plan: plan.fingerprint,
  createdAt: null,
  sourceId: source.id,
  sourceName: source.displayName,
  targetId: target.id,
  targetName: target.displayName,
  items: plan.steps.map(({ item }) => item),
  warnings: said(plan.warnings, reader),
  lost: [],
  promotedBy: null,
  promotedByName: null,
  undoneAt: null,
  undoneBy: null,
  undoneByName: null,
})

/** Promotions into one environment, with the items that the caller may see. */
export async function showPromotions(
  rows: readonly Row<Promotion>[],
  targetName: string,
  reader: Reader
): Promise<Shown[]> {
  const nameOf = await personNames(rows.flatMap((row) => [row.promotedBy, row.undoneBy]))
  return rows.map((row) =>
    answerOf(promotionAnswer, row, {
      targetName,
      plan: null,
      lost: [],
      items: row.items.filter(isSeen).map(withoutHidden),
      warnings: said(row.warnings.filter(isSeen), reader),
      promotedByName: nameOf(row.promotedBy),
      undoneByName: nameOf(row.undoneBy),
    })
  )
}

function isSeen({ kind }: Pick<PlannedItem, 'kind'> | Pick<Warning, 'kind'>): boolean {
  const permission = promotedKinds.get(kind ?? '')?.read
  return permission !== undefined && holds(permission)
}

/** Hides the fields of an item from callers without write permission, for example the config of a step. */
const withoutHidden = (item: PlannedItem): PlannedItem => {
  const permission = promotedKinds.get(item.kind)?.write
  return permission && holds(permission) ? item : { ...item, changes: [] }
}

const said = (warnings: readonly Warning[], reader: Reader) =>
  warnings.map(({ code, kind, name, text }) => ({ code, kind, name, message: reader.say(text) }))
