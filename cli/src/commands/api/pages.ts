import { PAGE_SIZE, totalOf, type ApiClient, type RequestOptions } from '../../api/client.js'
import { CliError, ExitCode, UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { parseJson } from '../../json.js'

/** Prints all rows of a list as one JSON array, across all pages. */
export async function printPages(
  factory: Factory,
  api: ApiClient,
  path: string,
  request: RequestOptions
): Promise<void> {
  const given = new URL(path, 'http://server').searchParams
  for (const name of ['range', 'limit']) {
    if (!given.has(name) && request.query?.[name] === undefined) continue
    throw new UsageError(`--paginate sets the range: leave out "${name}".`)
  }
  const rows: unknown[] = []
  for (;;) {
    const range = JSON.stringify([rows.length, rows.length + PAGE_SIZE - 1])
    const query = { ...request.query, range }
    const response = await api.send('GET', path, { ...request, query })
    const page = await response
      .text()
      .then(parseJson)
      .catch(() => undefined)
    if (!Array.isArray(page)) {
      throw new CliError(ExitCode.failure, `${path} does not return a list.`, {
        hint: 'Leave --paginate out.',
      })
    }
    rows.push(...(page as unknown[]))
    if (page.length === 0 || rows.length >= (totalOf(response) ?? 0)) break
  }
  factory.printJson(rows)
}
