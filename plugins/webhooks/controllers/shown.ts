import type { HttpContext } from '@adonisjs/core/http'
import { Reader } from '@crossdock/kernel/http'
import type { Page } from '@crossdock/kernel/lists'
import type { TextTranslator } from '../transformers/subscriptions.js'

type Show<Row, Answer> = (rows: Row[], reader: TextTranslator) => Answer[] | Promise<Answer[]>

/** Returns a row with texts in the reader's language. */
export async function shownOne<Row, Answer>(
  http: HttpContext,
  show: Show<Row, Answer>,
  row: Row | Promise<Row>
): Promise<Answer> {
  const [answer] = await show([await row], new Reader(http))
  return answer!
}

/** Returns a page of rows with texts in the reader's language. */
export async function shownPage<Row, Answer>(
  http: HttpContext,
  show: Show<Row, Answer>,
  given: Promise<Page<Row>>
): Promise<Page<Answer>> {
  const page = await given
  return page.with(await show(page.rows, new Reader(http)))
}
