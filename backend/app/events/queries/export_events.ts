import { csvPages } from '@crossdock/backend/activity'
import type { ListRequest } from '@crossdock/kernel/lists'
import type { Reader } from '@crossdock/kernel/http'
import { eventsAfterPlace } from './list.js'

const columns = [
  'createdAt',
  'eventType',
  'targetName',
  'status',
  'userName',
  'actorType',
  'actorId',
  'sourceType',
  'sourceId',
  'targetType',
  'targetId',
  'retryCount',
  'environmentId',
  'causeId',
  'rootId',
  'id',
] as const

/** The events that the caller may read, as CSV. @param assertAllowed runs before each page after the first */
export const exportEvents = (
  { filter, sort }: Pick<ListRequest, 'filter' | 'sort'>,
  reader: Reader,
  assertAllowed: () => Promise<void>
): AsyncGenerator<string, void> =>
  csvPages({
    columns,
    reader,
    assertAllowed,
    read: (limit, place) => eventsAfterPlace({ filter, sort, limit }, place, reader),
  })
