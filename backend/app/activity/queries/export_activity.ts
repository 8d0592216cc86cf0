import { stringify } from 'csv-stringify/sync'
import { text, type ListRequest, type Reader, type RowPlace } from '@crossdock/kernel/http'
import { currentContext, runInContext } from '@crossdock/kernel/tenancy'
import { entriesBehind } from './activity.js'

/** Whoever wants more narrows what they ask for. */
export const mostExported = 50_000
const atATime = 500

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

type Line = Partial<Record<(typeof columns)[number], string | null>>

/** Names come from anybody, and a spreadsheet would work out those that look like formulas. */
const linesOf = (lines: readonly Line[]): string =>
  stringify([...lines], {
    columns: [...columns],
    escape_formulas: true,
    record_delimiter: 'windows',
  })

/** By the byte order mark spreadsheets know that it is UTF-8. */
const head = `\ufeff${columns.join(',')}\r\n`

const cutOff = text(
  'This export ends here, after {count} entries, and there are more. Narrow it, for example with the filters "after" and "before".',
  { count: mostExported }
)

/**
 * What the caller may read of the feed, as CSV, some entries at a time: they are read when the one who takes them is ready.
 * The first part comes with the head, so that what cannot be read at all is refused in time.
 * @param assertAllowed asked before each further part, as much can happen while somebody takes them
 */
export function exportActivity(
  { filter, sort }: Pick<ListRequest, 'filter' | 'sort'>,
  reader: Reader,
  assertAllowed: () => Promise<void>
): AsyncGenerator<string, void> {
  // Whoever reads on, from whichever callback of the connection, reads as this caller.
  const context = currentContext()
  const read = (limit: number, place: RowPlace | undefined) =>
    runInContext(context, async () => {
      if (place) await assertAllowed()
      return entriesBehind({ filter, sort, limit }, place, reader)
    })
  return parts(read, reader)
}

type Read = (limit: number, place: RowPlace | undefined) => ReturnType<typeof entriesBehind>

async function* parts(read: Read, reader: Reader): AsyncGenerator<string, void> {
  let begin = head
  let place: RowPlace | undefined
  for (let left = mostExported; left > 0; left -= atATime) {
    const { entries, last } = await read(atATime, place)
    yield begin + linesOf(entries)
    if (entries.length < atATime) return
    begin = ''
    place = last
  }
  const { entries } = await read(1, place)
  if (entries.length > 0) yield linesOf([{ action: reader.say(cutOff) }])
}
