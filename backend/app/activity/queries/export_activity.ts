import type { ListRequest } from '@crossdock/kernel/lists'
import type { Reader } from '@crossdock/kernel/http'
import { csvPages } from '../csv_pages.js'
import { entriesAfter } from './activity.js'

const columns = [
  'createdAt',
  'userName',
  'action',
  'eventType',
  'entityType',
  'entityId',
  'userId',
  'id',
] as const

/** The entries the caller may read, as CSV. @param assertAllowed runs before each page after the first */
export const exportActivity = (
  { filter, sort }: Pick<ListRequest, 'filter' | 'sort'>,
  reader: Reader,
  assertAllowed: () => Promise<void>
): AsyncGenerator<string, void> =>
  csvPages({
    columns,
    reader,
    assertAllowed,
    read: (limit, place) => entriesAfter({ filter, sort, limit }, place, reader),
  })
