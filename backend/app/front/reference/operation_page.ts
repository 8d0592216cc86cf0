import { html, type Html } from '@crossdock/kernel/http'
import { resolved } from '@crossdock/kernel/shapes'
import { text } from '@crossdock/kernel/ground'
import type { FrontPage, Shown } from '../pages/front_page.js'
import { answerPlace, requestBuilder } from './builder.js'
import { addressOf, sectionNames, type ApiOperation, type Reference } from './description.js'
import { meaningOf, refusalsOf } from './error_meanings.js'
import { examplesOf } from './examples.js'
import { chooser, copyButton, frameOf, methodMark } from './head.js'
import { prose } from './prose.js'
import { fieldLine, objectLines } from './schema_lines.js'

/** One operation: its parameters, answers and errors, a request builder, and examples. */
export function operationPage(page: FrontPage, all: Reference, operation: ApiOperation): Shown {
  const { section, summary, method, path } = operation
  const name = page.say(sectionNames[section])
  const { product } = page
  return {
    title: text('{summary} · {product} API', { summary, product }),
    description: text('{method} {path}: {summary}', { method, path, summary }),
    frame: frameOf(page, all, { address: addressOf(operation), section }),
    body: html`${chooser(page, `${name}, ${summary}`)}
      <article>
        <p class="soft"><a href="/api-docs/${section}">${name}</a></p>
        <h1 lang="en" tabindex="-1">${summary}</h1>
        <div class="path">
          ${methodMark(method)}<code>${path}</code>
          ${copyButton(page, `${page.origin}${path}`, `${method} ${path}`, true)}
        </div>
        <div class="prose" lang="en">${prose(operation.description)}</div>
        ${chips(page, operation)} ${request(page, all, operation)} ${answer(page, all, operation)}
        ${errors(page, operation)}
      </article>
      <div class="tools">
        ${requestBuilder(page, all, operation)} ${examples(page, all, operation)}
        ${answerPlace(page)}
      </div>`,
  }
}

function chips(page: FrontPage, { permission, isOpen, parameters }: ApiOperation): Html {
  const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key')
  const said = [
    permission ? page.say(text('Scope {permission}', { permission })) : null,
    isOpen ? page.say(text('No sign-in needed')) : null,
    takesKey ? 'Idempotency-Key' : null,
  ].filter((one) => one !== null)
  return html`<ul class="chips">
    ${said.map((one) => html`<li>${one}</li>`)}
  </ul>`
}

function request(page: FrontPage, { schemas }: Reference, operation: ApiOperation): Html | null {
  const { parameters, bodies } = operation
  const linesOf = (isHeader: boolean) =>
    parameters
      .filter((one) => (one.in === 'header') === isHeader)
      .map((one) => fieldLine(page, schemas, { ...one, place: one.in }))
  const [lines, headers] = [linesOf(false), linesOf(true)]
  const shapes = bodies.map(([type, schema]) => {
    const fields = objectLines(page, schemas, schema)
    const what = type === '*/*' ? page.say(text('The bytes of a file')) : type
    return html`<h3>${page.say(text('Body: {type}', { type: what }))}</h3>
      ${fields.length > 0 ? list(fields) : null}`
  })
  if (lines.length + shapes.length + headers.length === 0) return null
  return html`<section>
    <h2>${page.say(text('Request'))}</h2>
    ${lines.length > 0 ? list(lines) : null} ${shapes}
    ${
      headers.length > 0
        ? html`<h3>${page.say(text('Headers'))}</h3>
            ${list(headers)}`
        : null
    }
  </section>`
}

const list = (lines: Html[]) =>
  html`<ul class="lines">
    ${lines}
  </ul>`

function answer(page: FrontPage, { schemas }: Reference, operation: ApiOperation): Html {
  const { answer: shape, isFile, successes } = operation
  const whole = shape ? resolved(shape, schemas) : null
  const lines = whole ? objectLines(page, schemas, whole, { isAnswer: true }) : []
  const nothing = isFile
    ? text('The bytes of a file.')
    : text('Nothing: the status reports success.')
  return html`<section>
    <h2>${page.say(text('Answer'))} <small>${successes.join(', ')}</small></h2>
    ${
      lines.length > 8
        ? html`<details class="fold">
            <summary>${page.say(text('{count} fields', { count: lines.length }))}</summary>
            ${list(lines)}
          </details>`
        : lines.length > 0
          ? list(lines)
          : html`<p class="soft">${page.say(nothing)}</p>`
    }
  </section>`
}

function errors(page: FrontPage, operation: ApiOperation): Html {
  const rows = refusalsOf(operation).map(
    ([status, codes]) =>
      html`<div>
        <dt>${status}</dt>
        <dd>
          ${codes.map(
            (code) =>
              html`<a href="/api-docs/errors#${code}"><code>${code}</code></a>
                <p>${page.say(meaningOf(code, page.language)!)}</p>`
          )}
        </dd>
      </div>`
  )
  return html`<section>
    <h2>${page.say(text('Errors'))}</h2>
    <dl class="errors">${rows}</dl>
    <p class="soft more-errors">
      <a href="/api-docs/errors">${page.say(text('All error codes'))}</a>
    </p>
  </section>`
}

/** The examples in three languages, as tabs without a script. */
function examples(page: FrontPage, { schemas }: Reference, operation: ApiOperation): Html {
  const shown = examplesOf(operation, schemas, page.origin)
  return html`<section class="examples" aria-label="${page.say(text('Examples'))}">
    <fieldset>
      <legend class="skip">${page.say(text('Example in'))}</legend>
      ${shown.map(
        ({ name }, at) =>
          html`<label
            ><input
              type="radio"
              name="example"
              value="${at}"
              ${at === 0 ? html`checked` : null}
            />${name}</label
          >`
      )}
    </fieldset>
    ${shown.map(
      ({ name, code }) =>
        html`<div class="example">
          ${copyButton(page, code, name)}
          <pre tabindex="0" aria-label="${name}"><code>${code}</code></pre>
        </div>`
    )}
  </section>`
}
