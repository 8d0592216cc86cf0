import { paginate, readNextRows, type ListRequest, type RowPlace } from '@crossdock/kernel/lists'
import { currentContext, runInContext } from '@crossdock/kernel/tenancy'
import { headerLine, linesOf } from '../csv/write_rows.js'
import { User } from '../models/user.js'
import { peopleFilters, userList } from './users.js'

/** Maximum number of people in an export. */
export const maxExported = 100_000
const pageSize = 1_000

/** Only sorted by address, because an export continues after a person, and other columns can be null. */
export const exportedUsers = { ...userList, sorts: { email: 'email' } }

type Wanted = Pick<ListRequest, 'filter' | 'sort'>

/** Whether there are more people than an export contains. */
export async function isTooLong({ filter, sort }: Wanted): Promise<boolean> {
  const page = { filter, sort, offset: maxExported, limit: 1 }
  const { rows } = await paginate(User.query(), exportedUsers, page, peopleFilters)
  return rows.length > 0
}

/**
 * The people of the tenant as CSV, by address. Reads page by page, so that only the current part is in memory.
 * @param assertAllowed runs before each further part, because the download can take long
 */
export function exportUsers(
  wanted: Wanted,
  assertAllowed: () => Promise<void>
): AsyncGenerator<string, void> {
  // The stream reads later parts outside of the request, so they need its context.
  const context = currentContext()
  const read = (place: RowPlace | undefined) =>
    runInContext(context, async () => {
      if (place) await assertAllowed()
      const list = { ...wanted, limit: pageSize }
      return readNextRows(User.query(), exportedUsers, list, place, peopleFilters)
    })
  return parts(read)
}

type Read = (place: RowPlace | undefined) => ReturnType<typeof readNextRows<typeof User>>

async function* parts(read: Read): AsyncGenerator<string, void> {
  let begin = headerLine()
  let place: RowPlace | undefined
  for (let left = maxExported; left > 0; left -= pageSize) {
    const { rows, last } = await read(place)
    yield begin + linesOf(rows)
    if (rows.length < pageSize) return
    begin = ''
    place = last
  }
}
