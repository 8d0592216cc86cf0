import { apiSections, apiVersion, html, type ApiSection, type Html } from '@crossdock/kernel/http'
import { text } from '@crossdock/kernel/ground'
import type { Frame, FrontPage } from '../pages/front_page.js'
import { icon } from '../pages/icons.js'
import { addressOf, sectionNames, type ApiOperation, type Reference } from './description.js'
import { referenceStyle } from './style.js'

/** The place of a page in the reference. */
export interface Place {
  /** The address of the page. */
  address: string
  section?: ApiSection
}

/** A button that copies a text and confirms it for two seconds; it needs scripts. */
export const copyButton = (page: FrontPage, value: string, what: string, isNamed = false): Html =>
  html`<button
    class="copy${isNamed ? ' named' : ''}"
    type="button"
    data-copy="${value}"
    aria-label="${page.say(text('Copy: {what}', { what }))}"
    data-js
    hidden
  >
    ${icon('copy')}${icon('check')} ${isNamed ? html`<span>${page.say(text('Copy'))}</span>` : null}
  </button>`

/** Texts of the script, in the language of the page. */
const wordsOf = (page: FrontPage) =>
  JSON.stringify({
    copy: page.say(text('Copy')),
    copied: page.say(text('Copied')),
    signedIn: page.say(text('Signed in as {name}', { name: '{name}' })),
    sendsTo: page.say(
      text('Sends a real request to {environment}', { environment: '{environment}' })
    ),
    failed: page.say(text('The server could not be reached.')),
    json: page.say(text('"{field}" must be JSON.', { field: '{field}' })),
    bytes: page.say(text('{bytes} bytes of {type}', { bytes: '{bytes}', type: '{type}' })),
    cut: page.say(text('Only the beginning is shown.')),
    hits: page.say(text('Operations found: {count}', { count: '{count}' })),
  })

/** The head and the navigation of every page of the reference. */
export function frameOf(page: FrontPage, { operations }: Reference, place: Place): Frame {
  return {
    style: referenceStyle(),
    script: '/api-docs.js',
    head: head(page),
    sidebar: navigation(page, operations, place),
  }
}

function head(page: FrontPage): Html {
  const name = page.say(text('{product} API', { product: page.product }))
  const base = `${page.origin}/api/v2`
  return html`<header class="top" data-words="${wordsOf(page)}">
    <div class="name">
      ${page.brand(name, '/api-docs')}<span class="version">v${apiVersion}</span>
    </div>
    <label class="find" for="search">
      ${icon('search')}<span class="skip">${page.say(text('Search operations'))}</span>
    </label>
    <form class="search" role="search" action="/api-docs">
      ${icon('search')}
      <input
        id="search"
        name="search"
        type="search"
        maxlength="100"
        autocomplete="off"
        aria-label="${page.say(text('Search operations'))}"
        placeholder="${page.say(text('Search operations'))}"
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
    <p class="base">
      <span>${page.say(text('Base URL'))}</span> <code>${base}</code>
      ${copyButton(page, base, page.say(text('Base URL')))}
    </p>
    <nav class="links" aria-label="${page.say(text('About the API'))}">
      <a href="/api-docs/changelog">${page.say(text('Changelog'))}</a>
      <a href="/api/v2/openapi.json">OpenAPI 3.1</a>
    </nav>
    <p class="skip" role="status" id="said"></p>
  </header>`
}

/** All operations by section. The search field filters them. */
function navigation(page: FrontPage, operations: ApiOperation[], place: Place): Html {
  const current = (address: string) =>
    address === place.address ? html`aria-current="page"` : null
  const link = (operation: ApiOperation) => {
    const address = addressOf(operation)
    return html`<li>
      <a href="${address}" data-path="${operation.path.slice('/api/v2'.length)}" ${current(address)}
        >${methodMark(operation.method)}<span lang="en">${operation.summary}</span></a
      >
    </li>`
  }
  const sections = apiSections.map((section) => {
    const own = operations.filter((one) => one.section === section)
    return html`<details ${section === place.section ? html`open` : null}>
      <summary>${icon('right')}${page.say(sectionNames[section])}</summary>
      <ul>
        ${own.map(link)}
      </ul>
    </details>`
  })
  const other = (address: string, label: string, isNarrow = false) =>
    html`<li ${isNarrow ? html`class="narrow"` : null}>
      <a href="${address}" ${current(address)}>${label}</a>
    </li>`
  return html`<nav id="sections" class="sections" aria-label="${page.say(text('API reference'))}">
    ${sections}
    <p class="none soft" hidden>${page.say(text('No operation matches.'))}</p>
    <h2>${page.say(text('Reference'))}</h2>
    <ul>
      ${other('/api-docs', page.say(text('Start')))}
      ${other('/api-docs/errors', page.say(text('Error codes')))}
      ${other('/api-docs/events', page.say(text('Events')))}
      ${other('/api-docs/rate-limits', page.say(text('Rate limits')))}
      ${other('/api-docs/changelog', page.say(text('Changelog')), true)}
      ${other('/api/v2/openapi.json', 'OpenAPI 3.1', true)}
    </ul>
  </nav>`
}

/** An HTTP method in its color. Long ones are abbreviated, but screen readers get the full word. */
export const methodMark = (method: string): Html =>
  method === 'DELETE'
    ? html`<abbr class="m delete" title="DELETE">DEL</abbr>`
    : html`<span class="m ${method.toLowerCase()}">${method}</span>`

/** Navigation on phones; shows the current page. */
export const chooser = (page: FrontPage, where: string): Html =>
  html`<a
    class="chooser"
    href="#sections"
    aria-label="${page.say(text('Choose an operation. Now: {where}', { where }))}"
  >
    ${icon('list')}<span>${where}</span>${icon('down')}
  </a>`
