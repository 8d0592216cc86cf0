import type { HttpContext } from '@adonisjs/core/http'
import { Reader, type Page } from '@crossdock/kernel/http'
import type { Says } from '../transformers/subscriptions.js'

type Show<Row, Answer> = (rows: Row[], reader: Says) => Answer[] | Promise<Answer[]>

/** A row with sentences in the reader's language. */
export async function shownOne<Row, Answer>(
  http: HttpContext,
  show: Show<Row, Answer>,
  row: Row | Promise<Row>
): Promise<Answer> {
  const [answer] = await show([await row], new Reader(http))
  return answer!
}

/** A page of them. */
export async function shownPage<Row, Answer>(
  http: HttpContext,
  show: Show<Row, Answer>,
  given: Promise<Page<Row>>
): Promise<Page<Answer>> {
  const page = await given
  return page.with(await show(page.rows, new Reader(http)))
}
