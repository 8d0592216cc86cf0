import { text } from '@crossdock/kernel/ground'
import type { Reader } from '@crossdock/kernel/http'
import type { RowPlace } from '@crossdock/kernel/lists'
import { currentContext, runInContext } from '@crossdock/kernel/tenancy'

/** Maximum number of rows in one file. */
export const maxExported = 50_000
const pageSize = 500

interface CsvPages {
  /** Columns in order. The third one holds the text that ends a truncated file. */
  columns: readonly string[]
  /** Reads the rows after a position in the list, or the first rows. */
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
  { count: maxExported }
)

/**
 * Rows as CSV, read page by page as the client accepts them. The first part has the header and the first
 * page, so an error of reading still becomes the answer.
 */
export function csvPages({
  columns,
  read,
  reader,
  assertAllowed,
}: CsvPages): AsyncGenerator<string, void> {
  // Later pages are read in callbacks of the connection, so restore the context of the request.
  const context = currentContext()
  const page = (limit: number, place: RowPlace | undefined) =>
    runInContext(context, async () => {
      if (place) await assertAllowed()
      return read(limit, place)
    })
  return parts()

  async function* parts(): AsyncGenerator<string, void> {
    const { stringify } = await import('csv-stringify/sync')
    // People choose names, and spreadsheets evaluate names that look like formulas.
    const linesOf = (rows: readonly object[]) =>
      stringify([...rows], {
        columns: [...columns],
        escape_formulas: true,
        record_delimiter: 'windows',
      })
    // Spreadsheets recognize UTF-8 by the byte order mark.
    let begin = `\ufeff${columns.join(',')}\r\n`
    let place: RowPlace | undefined
    for (let left = maxExported; left > 0; left -= pageSize) {
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
