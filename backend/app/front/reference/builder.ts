import { html, type Html } from '@crossdock/kernel/http'
import { resolved, type Schema } from '@crossdock/kernel/shapes'
import { text } from '@crossdock/kernel/ground'
import type { FrontPage } from '../pages/front_page.js'
import type { ApiOperation, Parameter, Reference } from './description.js'
import { typeOf } from './schema_lines.js'

type Where = Parameter['in'] | 'body' | 'form' | 'file' | 'whole' | 'bytes'

interface Field {
  name: string
  where: Where
  schema: Schema
  required: boolean
  group: string
}

/**
 * A form that calls the operation with the visitor's session or a token. The page's script reads the kind of
 * each field from its attributes.
 */
export function requestBuilder(page: FrontPage, all: Reference, operation: ApiOperation): Html {
  const { method, path, parameters, bodies, isOpen } = operation
  const ofRequest = parameters.map(({ name, in: where, schema, required }): Field => ({
    name,
    where,
    schema,
    required,
    group: 'r',
  }))
  const headers = ofRequest.filter(({ where }) => where === 'header')
  const named = ofRequest.filter(({ where }) => where !== 'header')
  const groups = bodies.map(([type, schema], at) => ({
    type,
    fields: fieldsOf(type, resolved(schema, all.schemas), `b${at}`),
  }))
  const hasEnvironment = parameters.some(({ name }) => name === 'X-Environment')
  return html`<p class="card soft" data-no-js>
      ${page.say(text('Sending requests from this page needs JavaScript.'))}
    </p>
    <form
      class="card try"
      data-method="${method}"
      data-path="${path}"
      ${hasEnvironment ? html`data-environment` : null}
      ${page.isSignedIn ? html`data-signed-in` : null}
      aria-labelledby="try"
      autocomplete="off"
      novalidate
      data-js
      hidden
    >
      <div class="title">
        <h2 id="try">${page.say(text('Try it'))}</h2>
        ${isOpen ? null : signInChoice(page)}
      </div>
      ${isOpen ? null : tokenRow(page)} ${rows(page, all, named)}
      ${
        groups.length > 1
          ? choice(
              page,
              groups.map(({ type }) => type)
            )
          : null
      }
      ${groups.map(
        ({ type, fields }, at) =>
          html`<div data-body="${type}" ${at > 0 ? html`hidden` : null}>
            ${rows(page, all, fields)}
          </div>`
      )}
      ${
        headers.length > 0
          ? html`<details class="others">
              <summary>${page.say(text('Headers'))}</summary>
              ${headers.map((field) => input(page, all, field))}
            </details>`
          : null
      }
      <p class="wrong" role="alert" hidden></p>
      <div class="send">
        <span class="soft" data-sends>${page.say(text('Sends a real request'))}</span>
        <button class="button primary">${page.say(text('Send request'))}</button>
      </div>
      ${method === 'GET' ? null : question(page, operation)}
    </form>`
}

/** The place for the answer to a request. */
export const answerPlace = (page: FrontPage): Html =>
  html`<section class="answer" aria-live="polite" hidden>
    <h2>${page.say(text('Answer'))} <span class="status"></span><small></small></h2>
    <pre tabindex="0" aria-label="${page.say(text('Answer'))}"></pre>
  </section>`

function fieldsOf(type: string, schema: Schema, group: string): Field[] {
  if (type === '*/*') return [{ name: 'file', where: 'bytes', schema: {}, required: true, group }]
  const { properties, required = [] } = schema
  if (!properties) return [{ name: 'body', where: 'whole', schema, required: true, group }]
  const isForm = type === 'multipart/form-data'
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    where: inner.contentMediaType ? 'file' : isForm ? 'form' : 'body',
    schema: inner,
    required: required.includes(name),
    group,
  }))
}

/** Required fields first; the others are folded. */
function rows(page: FrontPage, all: Reference, fields: Field[]): Html {
  const needed = fields.filter(({ required }) => required)
  const others = fields.filter(({ required }) => !required)
  const folded = needed.length > 0 || others.length > 4
  const row = (field: Field) => input(page, all, field)
  return html`${needed.map(row)}
  ${
    others.length > 0 && folded
      ? html`<details class="others">
          <summary>${page.say(text('{count} more', { count: others.length }))}</summary>
          ${others.map(row)}
        </details>`
      : others.map(row)
  }`
}

function input(page: FrontPage, all: Reference, { name, where, schema, required, group }: Field) {
  const whole = resolved(schema, all.schemas)
  const id = `${group}-${where}-${name}`
  const type = typeOf(schema, all.schemas)
  // The script sends texts unchanged and other values as JSON.
  const isText = where !== 'body' || /^(string|date-time|email|uri)( or null)?$/.test(type)
  const facts = html`id="${id}" name="${name}" data-in="${where}" ${isText ? null : html`data-json`}
  ${required ? html`required` : null}`
  const values = type === 'boolean' ? [true, false] : (whole.enum ?? null)
  return html`<div class="row">
    <label for="${id}">${name}</label>
    ${
      where === 'file' || where === 'bytes'
        ? html`<input type="file" ${facts} />`
        : where === 'whole'
          ? html`<textarea rows="4" ${facts}>{}</textarea>`
          : values && values.length <= 30 && values.every(isPlain)
            ? html`<select ${facts}>
                ${required ? null : html`<option value="">${page.say(text('not sent'))}</option>`}
                ${values.map((value) => html`<option>${String(value)}</option>`)}
              </select>`
            : html`<input ${facts} placeholder="${type}" spellcheck="false" />`
    }
  </div>`
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'boolean'

const signInChoice = (page: FrontPage) =>
  html`<p class="who" ${page.isSignedIn ? null : html`hidden`}>
    <i></i><span>${page.say(text('Signed in'))}</span>
    <button type="button" data-token>${page.say(text('Use a token'))}</button>
  </p>`

const tokenRow = (page: FrontPage) =>
  html`<div class="row token" ${page.isSignedIn ? html`hidden` : null}>
      <label for="token">${page.say(text('Token'))}</label>
      <input
        id="token"
        type="password"
        placeholder="cdk_…"
        autocomplete="off"
        spellcheck="false"
        aria-describedby="token-note"
      />
    </div>
    <p class="soft note" id="token-note" ${page.isSignedIn ? html`hidden` : null}>
      ${page.say(text('The token stays in this page and is forgotten when you leave or reload it.'))}
    </p>`

const choice = (page: FrontPage, types: string[]) =>
  html`<div class="row">
    <label for="body-type">${page.say(text('Body'))}</label>
    <select id="body-type" data-choice>
      ${types.map((type) => html`<option>${type}</option>`)}
    </select>
  </div>`

const question = (page: FrontPage, { method, path }: ApiOperation) =>
  html`<dialog aria-labelledby="ask">
    <h2 id="ask">${page.say(text('Send {method}?', { method }))}</h2>
    <p>${page.say(text('This changes or deletes real data: {path}', { path }))}</p>
    <div class="send">
      <button class="button" type="button" data-cancel>${page.say(text('Cancel'))}</button>
      <button class="button primary" type="button" data-confirm>
        ${page.say(text('Send request'))}
      </button>
    </div>
  </dialog>`
