import {
  apiSections,
  apiVersion,
  html,
  maxV2Page,
  type ApiSection,
  type Html,
} from '@crossdock/kernel/http'
import { text, type Problem, type Text } from '@crossdock/kernel/ground'
import { apiRates, bearerSeconds } from '@crossdock/backend/tokens'
import type { FrontPage, Shown } from '../pages/front_page.js'
import {
  addressOf,
  searchOperations,
  sectionNames,
  type ApiOperation,
  type Reference,
} from './description.js'
import { chooser, copyButton, frameOf, methodMark } from './head.js'

/** A page without a request builder. */
export function guidePage(
  page: FrontPage,
  all: Reference,
  title: Text,
  address: string,
  body: Html,
  section?: ApiSection
): Shown {
  const { product } = page
  const name = page.say(title)
  return {
    title: text('{name} · {product} API', { name, product }),
    description: text('The API of {product}: {name}', { name, product }),
    frame: frameOf(page, all, { address, ...(section ? { section } : {}) }),
    body: html`${chooser(page, name)}
      <article class="wide">
        <h1 tabindex="-1">${name}</h1>
        ${body}
      </article>`,
  }
}

/** `/api-docs`: the rules for all operations, and links to them. */
export function startPage(page: FrontPage, all: Reference): Shown {
  const base = `${page.origin}/api/v2`
  const trade = `curl -X POST ${base}/auth/token \\\n  -H "Authorization: Bearer $CROSSDOCK_TOKEN"`
  const body = html`<p class="lead">
      ${page.say(text('Programs do what people do in the console: same operations, same permissions, same log.'))}
    </p>
    <h2>${page.say(text('Base URL'))}</h2>
    ${codeLine(page, base)}
    <h2>${page.say(text('Bearer authentication'))}</h2>
    <p>
      ${page.say(text('Create an API token in the console (API Tokens) and exchange it for a bearer token, which is valid for {seconds} seconds. Send it with each request as "Authorization: Bearer …". The API token itself works as well.', { seconds: bearerSeconds }))}
    </p>
    ${codeBlock(page, trade, 'curl')}
    <h2>${page.say(text('Rate limits'))}</h2>
    <p>
      ${page.say(limitsInShort(page))}
      <a href="/api-docs/rate-limits">${page.say(text('Rate limits'))}</a>
    </p>
    <h2>${page.say(text('Lists'))}</h2>
    <p>
      ${page.say(text('A list returns data and nextCursor. Send nextCursor as cursor to read the next page. A page has at most {most} rows (limit).', { most: maxV2Page }))}
    </p>
    <h2>${page.say(text('Errors'))}</h2>
    <p>
      ${page.say(text('An error is problem details (RFC 9457) with a stable code and a sentence that says what to do.'))}
      <a href="/api-docs/errors">${page.say(text('Error codes'))}</a>
    </p>
    <h2>${page.say(text('Sections'))}</h2>
    <ul class="cards">
      ${apiSections.map((section) => {
        const count = all.operations.filter((one) => one.section === section).length
        return html`<li>
          <a href="/api-docs/${section}">${page.say(sectionNames[section])}</a>
          <span class="soft">${page.say(text('{count} operations', { count }))}</span>
        </li>`
      })}
    </ul>`
  return guidePage(page, all, text('Start'), '/api-docs', body)
}

const limitsInShort = ({ language }: FrontPage) =>
  text(
    'A caller may send {standard} requests an hour, {enterprise} with the plan Enterprise, and {burst} a minute.',
    {
      standard: apiRates.standard.toLocaleString(language),
      enterprise: apiRates.enterprise.toLocaleString(language),
      burst: apiRates.burst,
    }
  )

const codeLine = (page: FrontPage, code: string) =>
  html`<div class="path"><code>${code}</code>${copyButton(page, code, code, true)}</div>`

const codeBlock = (page: FrontPage, code: string, what: string) =>
  html`<div class="example">
    ${copyButton(page, code, what)}
    <pre tabindex="0" aria-label="${what}"><code>${code}</code></pre>
  </div>`

const operationList = (operations: ApiOperation[]) =>
  html`<ul class="operations">
    ${operations.map(
      (one) =>
        html`<li>
          <a href="${addressOf(one)}">
            ${methodMark(one.method)}<span lang="en">${one.summary}</span><code>${one.path}</code>
          </a>
        </li>`
    )}
  </ul>`

/** All operations of a section. */
export function sectionPage(page: FrontPage, all: Reference, section: ApiSection): Shown {
  const own = all.operations.filter((one) => one.section === section)
  const address = `/api-docs/${section}`
  return guidePage(page, all, sectionNames[section], address, operationList(own), section)
}

/** The results of a search, for visitors without scripts. */
export function searchPage(page: FrontPage, all: Reference, words: string): Shown {
  const found = searchOperations(all.operations, words)
  const said =
    found.length > 0
      ? text('Operations with "{words}": {count}', { count: found.length, words })
      : text('No operation has "{words}".', { words })
  const body = html`<p class="lead">${page.say(said)}</p>
    ${operationList(found)}`
  return guidePage(page, all, text('Search'), '/api-docs?search', body)
}

/** Shows an error. */
export function problemPage(page: FrontPage, all: Reference, problem: Problem): Shown {
  const title = problem.status === 404 ? text('Page not found') : text('That did not work')
  const body = html`<p class="lead">${page.say(problem.text)}</p>
    <p><a href="/api-docs">${page.say(text('API reference'))}</a></p>`
  return guidePage(page, all, title, '', body)
}

/** `/api-docs/rate-limits`. */
export function limitsPage(page: FrontPage, all: Reference): Shown {
  const row = (what: Text, most: Text) =>
    html`<tr>
      <th scope="row">${page.say(what)}</th>
      <td>${page.say(most)}</td>
    </tr>`
  const count = (value: number) => value.toLocaleString(page.language)
  const body = html`<p class="lead">${page.say(limitsInShort(page))}</p>
    <table>
      <caption class="skip">
        ${page.say(text('Rate limits'))}
      </caption>
      <tbody>
        ${row(text('Requests, standard'), text('{count} an hour', { count: count(apiRates.standard) }))}
        ${row(text('Requests, Enterprise'), text('{count} an hour', { count: count(apiRates.enterprise) }))}
        ${row(text('Burst'), text('{count} a minute', { count: count(apiRates.burst) }))}
        ${row(text('Rows of a page (limit)'), text('at most {count}', { count: maxV2Page }))}
        ${row(text('Bearer token'), text('{count} seconds', { count: bearerSeconds }))}
      </tbody>
    </table>
    <p>
      ${page.say(text('They are counted by token, or by session. The limits of the environment count as well: calls a minute and a month, and calls at a time.'))}
    </p>
    <p>
      ${page.say(text('Each answer reports the limits: RateLimit has the rest and RateLimit-Policy the limits. A request beyond them is refused with 429, and Retry-After says after how many seconds to send it again.'))}
    </p>`
  return guidePage(page, all, text('Rate limits'), '/api-docs/rate-limits', body)
}

/** `/api-docs/changelog`: changes for programs, newest first. */
export function changelogPage(page: FrontPage, all: Reference): Shown {
  const body = html`<h2>v${apiVersion}</h2>
    <ul class="changes">
      ${changes.map((change) => html`<li>${page.say(change)}</li>`)}
    </ul>`
  return guidePage(page, all, text('Changelog'), '/api-docs/changelog', body)
}

const changes = [
  text('Operations have addresses under /api/v2 and answer with data. Lists also have nextCursor.'),
  text(
    'Lists are read by cursor: rows that come or go between two pages are neither repeated nor left out.'
  ),
  text('An API token can be exchanged for a bearer token of an hour (POST /auth/token).'),
  text('Requests of a caller are limited by the hour and by the minute.'),
  text('The description has the events under webhooks, each with its schema.'),
]
