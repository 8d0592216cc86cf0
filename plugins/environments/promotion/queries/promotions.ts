import {
  type Page,
  paginate,
  type ListDefinition,
  type ListRequest,
  type Row,
} from '@crossdock/kernel/lists'
import { Promotion } from '../models/promotion.js'

export const promotionList: ListDefinition = {
  resource: 'promotions',
  filters: { sourceId: 'id' },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

/** Promotions into an environment. */
export function listPromotions(
  targetId: string,
  request: ListRequest
): Promise<Page<Row<Promotion>>> {
  return paginate(Promotion.query().where('target_id', targetId), promotionList, request)
}
