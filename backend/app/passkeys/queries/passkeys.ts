import {
  paginate,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/lists'
import { asOperator } from '@crossdock/kernel/tenancy'
import { Passkey } from '../models/passkey.js'

/** Maximum per person. Most people have one or two on devices, and a spare one. */
export const maxPasskeys = 20

export const passkeyList: ListDefinition = {
  resource: 'passkeys',
  filters: {},
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'asc'],
}

const reason = "a super administrator's passkeys belong to no tenant"

const ofPerson = (userId: string) => Passkey.query().where('user_id', userId)

/** All passkeys of a person. */
export const passkeysOf = (userId: string): Promise<Passkey[]> =>
  asOperator(reason, async () => ofPerson(userId).limit(maxPasskeys))

/** A page of a person's passkeys. */
export const listPasskeys = (userId: string, list: ListRequest): Promise<Page<Row<Passkey>>> =>
  asOperator(reason, () => paginate(ofPerson(userId), passkeyList, list))
