import { html, resolved, text, type Html } from '@crossdock/kernel/http'
import type { FrontPage, Shown } from '../pages/front_page.js'
import type { Reference } from './description.js'
import { errorCodes } from './error_codes.js'
import { meanings } from './error_meanings.js'
import { guide } from './guide_pages.js'
import { prose } from './prose.js'
import { objectLines } from './schema_lines.js'

/** Sentences of a code that are shown: the others say the same of something else. */
const mostSentences = 4

/** `/api-docs/errors`: every code a program may meet, with what is said with it. */
export function errorsPage(page: FrontPage, all: Reference): Shown {
  const rows = Object.entries(errorCodes).map(
    ([code, { statuses, sentences }]) =>
      html`<div id="${code}">
        <dt><code>${code}</code> <span>${statuses.join(', ')}</span></dt>
        <dd>${said(page, code, sentences)}</dd>
      </div>`
  )
  const body = html`<p class="lead">
      ${page.say(text('Programs decide by the code, which stays the same. People read the sentence, which may change and comes in the language of Accept-Language.'))}
    </p>
    <dl class="codes">${rows}</dl>`
  return guide(page, all, text('Error codes'), '/api-docs/errors', body)
}

function said(page: FrontPage, code: string, sentences: string[]): Html[] {
  const meaning = meanings[code]
  if (meaning) return [html`<p>${page.say(meaning)}</p>`]
  // Their places stay open: they are filled with what a request names.
  return sentences
    .slice(0, mostSentences)
    .map((template) => html`<p>${page.say({ template, params: {} })}</p>`)
}

/** `/api-docs/events`: what the log may hold and webhooks are sent, with what each carries. */
export function eventsPage(page: FrontPage, all: Reference): Shown {
  const { events, schemas } = all
  const rows = events.map(({ name, description, permission, data }) => {
    const lines = objectLines(page, schemas, resolved(data, schemas), { isAnswer: true })
    return html`<details id="${name}">
      <summary><code>${name}</code> <span lang="en">${description}</span></summary>
      ${permission ? html`<p class="soft">${page.say(text('Read with the permission {permission}', { permission }))}</p>` : null}
      ${
        lines.length > 0
          ? html`<ul class="lines">
              ${lines}
            </ul>`
          : html`<p class="soft">${page.say(text('It carries nothing else.'))}</p>`
      }
    </details>`
  })
  const body = html`<div class="lead">
      ${prose(page.say(text('An event has a type, a timestamp, and data of the type’s schema. The description has all of them under `webhooks`. `GET /api/v2/events` reads them from the log.')))}
    </div>
    <div class="events">${rows}</div>`
  return guide(page, all, text('Events'), '/api-docs/events', body)
}
