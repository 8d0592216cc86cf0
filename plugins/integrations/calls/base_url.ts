import { originOf } from '@crossdock/kernel/kinds'
import { variablePlace, variablesIn } from '@crossdock/environments/contracts'
import type { CallVariables } from '../contracts/connector.js'
import { CallRefused } from './call_refused.js'
import { holdsControl, leavesBase } from './paths.js'
import { fillPlaces, fillVariables } from './variables.js'

const place = variablePlace().source
/** An address that begins with scheme and authority, or with a variable that stands for both. */
const beginning = new RegExp(`^(?:https?://[^/?#\\\\]*|${place}(?=[/?]|$))`, 'i')
/** What ends the host of an address, or puts another before it. */
const endsHost = /[/\\?#@%\s]/

export const hasVariables = (address: string): boolean => variablesIn(address).length > 0

/**
 * A text of the form of the address with its places filled, to be checked like one: `https://{variables.HOST}:{variables.PORT}/v1`.
 * Null when no values could make an address of it.
 */
export function exampleOf(template: string): string | null {
  const start = beginning.exec(template)?.[0]
  if (start === undefined) return null
  const whole = hasVariables(start) && !/^http/i.test(start)
  const base = whole ? `https://host${template.slice(start.length)}` : template
  return base.replace(new RegExp(`:${place}(?=[/?#]|$)`, 'g'), ':1').replace(variablePlace(), 'v')
}

/**
 * Where an address leads, as a text to compare: secrets are asked for again when it changes. With variables in its host it is that
 * part as it is written: whoever changes it could name a variable that leads elsewhere. What is in no known form counts as a whole.
 */
export function placeOf(address: string | null | undefined): string | undefined {
  if (address === null || address === undefined) return undefined
  if (!hasVariables(address)) return originOf(address) ?? address
  return beginning.exec(address)?.[0] ?? address
}

/**
 * An address with its variables filled. Those within the host may hold nothing that ends it or goes before it, one that stands
 * for scheme and host must be an address itself: what is written in the system decides where the host ends.
 * @param what names it in a refusal: `The base URL of ERP`
 * @throws CallRefused when the whole is no http(s) address then
 */
export function filledAddress(template: string, what: string, variables: CallVariables): string {
  if (!hasVariables(template)) return template
  const start = beginning.exec(template)?.[0] ?? ''
  const isWhole = !/^http/i.test(start)
  for (const name of variablesIn(start)) {
    const value = variables.value(name)
    if (isWhole ? !isAddress(value) : value === '' || endsHost.test(value)) {
      throw new CallRefused(
        isWhole
          ? `${what} begins with the variable ${name}, whose value is no address with http:// or https:// and no user name.`
          : `${what} has the variable ${name} in its host: it must hold a host or a part of one, without "/", "?", "#", "@", "%" and blanks.`
      )
    }
  }
  const filled = fillAddress(template, variables)
  if (holdsControl(filled)) {
    throw new CallRefused(
      `${what} holds a line end or another control character once its variables are filled.`
    )
  }
  if (start === '' || !isAddress(filled)) {
    throw new CallRefused(
      `${what} is no address with http:// or https:// and no user name once its variables are filled.`
    )
  }
  if (leavesBase(pathOf(filled))) {
    throw new CallRefused(
      `${what} has ".." in its path once its variables are filled, plain or encoded.`
    )
  }
  return filled
}

/** Values in the query are percent-encoded, as those of placeholders are: none counts as part of the template. */
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
  // The parser mends `https:/host` and `https:\host`.
  return isHttp && /^https?:\/\/[^/\\]/i.test(text) && host !== '' && !username && !password
}

/** As it is written: the parser has taken the dots out already. */
const pathOf = (address: string): string =>
  address.replace(/^https?:\/\/[^/?#\\]*/i, '').split(/[?#]/)[0] ?? ''
