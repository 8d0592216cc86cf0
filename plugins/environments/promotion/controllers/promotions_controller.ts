import { Answer, Reader, type Input } from '@crossdock/kernel/http'
import { planPromotion, promote } from '../actions/promote.js'
import { findPromotion, undoPromotion } from '../actions/undo_promotion.js'
import { findEnvironmentNamed } from '../queries/places.js'
import { listPromotions } from '../queries/promotions.js'
import { showPlan, showPromotions } from '../transformers/promotion.js'
import type { promoteBody } from '../validators/promotions.js'

type Named = Input<undefined, undefined, 'id' | 'promotionId'>

export default class PromotionsController {
  async index({ params, list, http }: Input<undefined, undefined, 'id'>) {
    const { id, displayName } = await findEnvironmentNamed(params.id)
    const page = await listPromotions(id, list)
    const shown = await showPromotions(page.rows, displayName, new Reader(http))
    return page.with(shown)
  }

  async show({ params, http }: Named) {
    const { id, displayName } = await findEnvironmentNamed(params.id)
    const promotion = await findPromotion(id, params.promotionId)
    const [shown] = await showPromotions([promotion], displayName, new Reader(http))
    return shown!
  }

  async store({ params, body, http }: Input<typeof promoteBody, undefined, 'id'>) {
    const reader = new Reader(http)
    if (body.dryRun) return new Answer(200, showPlan(await planPromotion(params.id, body), reader))
    const done = await promote(params.id, body)
    if ('plan' in done) return new Answer(200, showPlan(done, reader))
    const [shown] = await showPromotions([done.promotion], done.target.displayName, reader)
    return new Answer(201, shown!)
  }

  async undo({ params, http }: Named) {
    const { promotion, target, lost } = await undoPromotion(params.id, params.promotionId)
    const [shown] = await showPromotions([promotion], target.displayName, new Reader(http))
    return { ...shown!, lost }
  }
}
