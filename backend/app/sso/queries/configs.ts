import { notFound } from '@crossdock/kernel/ground'
import {
  paginate,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/lists'
import { OauthConfig } from '../models/oauth_config.js'

export const configList: ListDefinition = {
  resource: 'oauth-configs',
  filters: { isActive: 'boolean' },
  sorts: { name: 'name', createdAt: 'created_at' },
  defaultSort: ['name', 'asc'],
}

/** A page of the tenant's identity providers. */
export const listConfigs = (list: ListRequest): Promise<Page<Row<OauthConfig>>> =>
  paginate(OauthConfig.query(), configList, list)

/** @param lock whether to lock the row until the transaction ends @throws Problem 404 */
export async function findConfig(id: string, { lock = false } = {}): Promise<OauthConfig> {
  const query = OauthConfig.query().where('id', id)
  const config = await (lock ? query.forUpdate() : query).first()
  if (!config) throw notFound('There is no identity provider with the id "{id}".', id)
  return config
}
