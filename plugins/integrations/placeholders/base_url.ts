import { originOf } from '@crossdock/kernel/kinds'
import { variablePlace, variablesIn } from '@crossdock/environments/contracts'
import type { CallVariables } from '../contracts/connector.js'
import { CallRefused } from './call_refused.js'
import { holdsControl, leavesBase } from './paths.js'
import { fillPlaces, fillVariables } from './variables.js'

const place = variablePlace().source
/** Matches the beginning of an address: scheme and authority, or a variable for both. */
const beginning = new RegExp(`^(?:https?://[^/?#\\\\]*|${place}(?=[/?]|$))`, 'i')
/** Characters that end the host of an address, or put another host before it. */
const endsHost = /[/\\?#@%\s]/

export const hasVariables = (address: string): boolean => variablesIn(address).length > 0

/**
 * Fills the placeholders of an address with sample values, so that it can be validated like any address:
 * `https://{variables.HOST}:{variables.PORT}/v1`. Returns null if no values could make it an address.
 */
export function exampleOf(template: string): string | null {
  const start = beginning.exec(template)?.[0]
  if (start === undefined) return null
  const whole = hasVariables(start) && !/^http/i.test(start)
  const base = whole ? `https://host${template.slice(start.length)}` : template
  return base.replace(new RegExp(`:${place}(?=[/?#]|$)`, 'g'), ':1').replace(variablePlace(), 'v')
}

/**
 * Returns the target of an address. Secrets must be entered again when the target changes. If the host has
 * variables, the target is that part as written: a change could name a variable with another host. For an address
 * of unknown form, the target is the whole address.
 */
export function placeOf(address: string | null | undefined): string | undefined {
  if (address === null || address === undefined) return undefined
  if (!hasVariables(address)) return originOf(address) ?? address
  return beginning.exec(address)?.[0] ?? address
}

/**
 * Fills the variables of an address. A variable in the host must not contain characters that end a host or put
 * another host before it. A variable for scheme and host must itself be an address. So values cannot change where
 * the host ends.
 * @param what subject of the error: `The base URL of ERP`
 * @throws CallRefused if the result is not an http(s) address
 */
export function resolveAddress(template: string, what: string, variables: CallVariables): string {
  if (!hasVariables(template)) return template
  const start = beginning.exec(template)?.[0] ?? ''
  const isWhole = !/^http/i.test(start)
  for (const name of variablesIn(start)) {
    const value = variables.value(name)
    if (isWhole ? !isAddress(value) : value === '' || endsHost.test(value)) {
      throw new CallRefused(
        isWhole
          ? `${what} begins with the variable ${name}, whose value must be an address with http:// or https:// and without a user name.`
          : `${what} has the variable ${name} in its host: its value must be a host or a part of a host, without "/", "?", "#", "@", "%" and spaces.`
      )
    }
  }
  const filled = fillAddress(template, variables)
  if (holdsControl(filled)) {
    throw new CallRefused(
      `${what} contains a line break or another control character after its variables were filled.`
    )
  }
  if (start === '' || !isAddress(filled)) {
    throw new CallRefused(
      `${what} is not an address with http:// or https:// and without a user name after its variables were filled.`
    )
  }
  if (leavesBase(pathOf(filled))) {
    throw new CallRefused(
      `${what} has ".." in its path, plain or encoded, after its variables were filled.`
    )
  }
  return filled
}

/** Percent-encodes values in the query, like placeholders, so that no value counts as part of the template. */
function fillAddress(template: string, variables: CallVariables): string {
  const query = template.indexOf('?')
  if (query === -1) return fillVariables(template, variables)
  return (
    fillVariables(template.slice(0, query), variables) +
    fillPlaces(template.slice(query), (name) =>
      encodeURIComponent(variables.value(name).toWellFormed())
    )
  )
}

function isAddress(text: string): boolean {
  if (holdsControl(text) || text.trim() !== text || !URL.canParse(text)) return false
  const { protocol, username, password, host } = new URL(text)
  const isHttp = protocol === 'http:' || protocol === 'https:'
  // Refuse `https:/host` and `https:\host`, which the URL parser silently repairs.
  return isHttp && /^https?:\/\/[^/\\]/i.test(text) && host !== '' && !username && !password
}

/** Returns the path as written. The URL parser would remove its dot segments. */
const pathOf = (address: string): string =>
  address.replace(/^https?:\/\/[^/?#\\]*/i, '').split(/[?#]/)[0] ?? ''
