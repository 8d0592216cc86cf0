import { paginate, readOn, type ListRequest, type RowPlace } from '@crossdock/kernel/http'
import { currentContext, runInContext } from '@crossdock/kernel/tenancy'
import { headerLine, linesOf } from '../csv/write_rows.js'
import { User } from '../models/user.js'
import { peopleFilters, userList } from './users.js'

/** An export ends here, and says so. */
export const mostExported = 100_000
const atATime = 1_000

/** An export reads on behind a person, and not every order has a value for everybody. */
export const exportedUsers = { ...userList, sorts: { email: 'email' } }

type Wanted = Pick<ListRequest, 'filter' | 'sort'>

/** Whether there are more than an export holds. */
export async function isTooLong({ filter, sort }: Wanted): Promise<boolean> {
  const page = { filter, sort, offset: mostExported, limit: 1 }
  const { rows } = await paginate(User.query(), exportedUsers, page, peopleFilters)
  return rows.length > 0
}

/**
 * The people of the tenant as CSV by address, some at a time: nothing is kept but the part that is sent.
 * @param assertAllowed asked before each further part, as much can happen while somebody takes them
 */
export function exportUsers(
  wanted: Wanted,
  assertAllowed: () => Promise<void>
): AsyncGenerator<string, void> {
  // A stream asks for more whenever the reader has room, outside of any request.
  const context = currentContext()
  const read = (place: RowPlace | undefined) =>
    runInContext(context, async () => {
      if (place) await assertAllowed()
      const list = { ...wanted, limit: atATime }
      return readOn(User.query(), exportedUsers, list, place, peopleFilters)
    })
  return parts(read)
}

type Read = (place: RowPlace | undefined) => ReturnType<typeof readOn<typeof User>>

async function* parts(read: Read): AsyncGenerator<string, void> {
  let begin = headerLine()
  let place: RowPlace | undefined
  for (let left = mostExported; left > 0; left -= atATime) {
    const { rows, last } = await read(place)
    yield begin + linesOf(rows)
    if (rows.length < atATime) return
    begin = ''
    place = last
  }
}
