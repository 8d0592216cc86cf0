import { text, type Reader, type RowPlace } from '@crossdock/kernel/http'
import { currentContext, runInContext } from '@crossdock/kernel/tenancy'

/** The most rows of one file. */
export const mostExported = 50_000
const pageSize = 500

interface CsvPages {
  /** Columns in order. The third takes the sentence that ends a file with too many rows. */
  columns: readonly string[]
  /** Reads some rows after a place, or the first ones. */
  read(
    limit: number,
    place: RowPlace | undefined
  ): Promise<{ rows: readonly object[]; last: RowPlace | undefined }>
  reader: Reader
  /** Checks the permission again before each further page. */
  assertAllowed: () => Promise<void>
}

const cutOff = text(
  'This export ends here, after {count} entries, and there are more. Narrow it, for example with the filters "after" and "before".',
  { count: mostExported }
)

/**
 * Rows as CSV, one page at a time, each read when the client is ready for it. The first part holds the header and the first page,
 * so a list that cannot be read is refused before the answer begins.
 */
export function csvPages({
  columns,
  read,
  reader,
  assertAllowed,
}: CsvPages): AsyncGenerator<string, void> {
  // Later pages are read from callbacks of the connection, outside of the context of the request.
  const context = currentContext()
  const page = (limit: number, place: RowPlace | undefined) =>
    runInContext(context, async () => {
      if (place) await assertAllowed()
      return read(limit, place)
    })
  return parts()

  async function* parts(): AsyncGenerator<string, void> {
    const { stringify } = await import('csv-stringify/sync')
    // People choose names, and spreadsheets evaluate those that look like formulas.
    const linesOf = (rows: readonly object[]) =>
      stringify([...rows], {
        columns: [...columns],
        escape_formulas: true,
        record_delimiter: 'windows',
      })
    // Spreadsheets recognize UTF-8 by the byte order mark.
    let begin = `\ufeff${columns.join(',')}\r\n`
    let place: RowPlace | undefined
    for (let left = mostExported; left > 0; left -= pageSize) {
      const { rows, last } = await page(pageSize, place)
      yield begin + linesOf(rows)
      if (rows.length < pageSize) return
      begin = ''
      place = last
    }
    const { rows } = await page(1, place)
    if (rows.length > 0) yield linesOf([{ [columns[2]!]: reader.say(cutOff) }])
  }
}
