import { html, type Html } from '@crossdock/kernel/http'
import { resolved } from '@crossdock/kernel/shapes'
import { text } from '@crossdock/kernel/ground'
import type { FrontPage, Shown } from '../pages/front_page.js'
import type { Reference } from './description.js'
import { errorCodes } from './error_codes.js'
import { meaningOf } from './error_meanings.js'
import { guidePage } from './guide_pages.js'
import { prose } from './prose.js'
import { objectLines } from './schema_lines.js'

/** Maximum number of example sentences for a code. */
const mostSentences = 4

/** `/api-docs/errors`: every error code with its sentences. */
export function errorsPage(page: FrontPage, all: Reference): Shown {
  const rows = Object.entries(errorCodes).map(
    ([code, { statuses, sentences }]) =>
      html`<div id="${code}">
        <dt><code>${code}</code> <span>${statuses.join(', ')}</span></dt>
        <dd>${errorSentences(page, code, sentences)}</dd>
      </div>`
  )
  const body = html`<p class="lead">
      ${page.say(text('Programs decide by the code, which stays the same. People read the sentence, which may change and comes in the language of Accept-Language.'))}
    </p>
    <dl class="codes">${rows}</dl>`
  return guidePage(page, all, text('Error codes'), '/api-docs/errors', body)
}

function errorSentences(page: FrontPage, code: string, sentences: string[]): Html[] {
  const meaning = meaningOf(code, page.language)
  if (meaning) return [html`<p>${page.say(meaning)}</p>`]
  // Placeholders such as `{name}` stay visible: they differ from request to request.
  return sentences
    .slice(0, mostSentences)
    .map((template) => html`<p>${page.say({ template, params: {} })}</p>`)
}

/** `/api-docs/events`: the events of the log and of webhooks, with their data. */
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
          : html`<p class="soft">${page.say(text('It contains nothing else.'))}</p>`
      }
    </details>`
  })
  const body = html`<div class="lead">
      ${prose(page.say(text('An event has a type, a timestamp, and data of the type’s schema. The description has all of them under `webhooks`. `GET /api/v2/events` reads them from the log.')))}
    </div>
    <div class="events">${rows}</div>`
  return guidePage(page, all, text('Events'), '/api-docs/events', body)
}
