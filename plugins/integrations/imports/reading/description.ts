import { Unreadable } from './unreadable.js'
import { isJsonObject, objectIn, type Json } from './json.js'

/** References one behind the other. */
const mostHops = 32
/** Steps of all work on one description: four hundred for each of 5,000 operations. */
const mostSteps = 2_000_000
/** References to other documents that are counted. */
const mostOutside = 1_000

/** A description, whose references are followed one at a time and only inside of it. */
export class Description {
  readonly #known = new Map<string, unknown>()
  #left = mostSteps
  /** References to other documents, which nobody follows. */
  readonly outside = new Set<string>()
  readonly isSwagger: boolean

  constructor(readonly root: Json) {
    this.isSwagger = typeof root.swagger === 'string' || typeof root.swagger === 'number'
  }

  /** @throws Unreadable once a description has cost too much */
  spend(steps = 1): void {
    this.#left -= steps
    if (this.#left < 0) throw new Unreadable('tooMuchWork')
  }

  /** The object a value is or refers to; undefined where there is none. A property may be named `$ref`. */
  at(value: unknown): Json | undefined {
    let found = value
    for (let hops = 0; isJsonObject(found) && typeof found.$ref === 'string'; hops++) {
      this.spend()
      if (hops === mostHops) return undefined
      if (!found.$ref.startsWith('#')) return this.#noteOutside(found.$ref)
      found = this.#target(found.$ref)
    }
    return isJsonObject(found) ? found : undefined
  }

  /** As `at`, of all in a list that are objects. */
  all(values: readonly unknown[]): Json[] {
    return values.map((value) => this.at(value)).filter((one) => one !== undefined)
  }

  #noteOutside(reference: string): undefined {
    if (this.outside.size < mostOutside) this.outside.add(reference.slice(0, 200))
  }

  /** By JSON Pointer. */
  #target(reference: string): unknown {
    if (this.#known.has(reference)) return this.#known.get(reference)
    let place: unknown = this.root
    for (const part of reference.slice(1).split('/').slice(1)) {
      this.spend()
      const name = unescaped(part)
      const isThere = typeof place === 'object' && place !== null && Object.hasOwn(place, name)
      place = isThere ? (place as Json)[name] : undefined
    }
    this.#known.set(reference, place)
    return place
  }

  /** Definitions by name: `components.securitySchemes`, or what came before them. */
  named(section: string, ofSwagger: string): Json {
    return this.isSwagger
      ? objectIn(this.root[ofSwagger])
      : objectIn(objectIn(this.root.components)[section])
  }
}

function unescaped(part: string): string {
  let plain = part
  try {
    plain = decodeURIComponent(part)
  } catch {
    // Written without percent signs in mind.
  }
  return plain.replaceAll('~1', '/').replaceAll('~0', '~')
}
