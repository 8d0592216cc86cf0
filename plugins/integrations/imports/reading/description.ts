import { Unreadable } from './unreadable.js'
import { isJsonObject, objectIn, type Json } from './json.js'

/** Maximum length of a chain of references. */
const mostHops = 32
/** Maximum number of steps for one description: 400 for each of 5,000 operations. */
const mostSteps = 2_000_000
/** Maximum number of references to other documents that are counted. */
const mostOutside = 1_000

/** A parsed description. It resolves references one after the other, and only inside of the document. */
export class Description {
  readonly #known = new Map<string, unknown>()
  #left = mostSteps
  /** References to other documents, which are never followed. */
  readonly outside = new Set<string>()
  readonly isSwagger: boolean

  constructor(readonly root: Json) {
    this.isSwagger = typeof root.swagger === 'string' || typeof root.swagger === 'number'
  }

  /**
   * Counts steps of work.
   * @throws Unreadable if the limit is exceeded
   */
  spend(steps = 1): void {
    this.#left -= steps
    if (this.#left < 0) throw new Unreadable('tooMuchWork')
  }

  /**
   * Returns the object that a value is or refers to; undefined if there is none. Note that a property may be
   * named `$ref`.
   */
  at(value: unknown): Json | undefined {
    let found = value
    for (
      let distinctValues = 0;
      isJsonObject(found) && typeof found.$ref === 'string';
      distinctValues++
    ) {
      this.spend()
      if (distinctValues === mostHops) return undefined
      if (!found.$ref.startsWith('#')) return this.#noteOutside(found.$ref)
      found = this.#target(found.$ref)
    }
    return isJsonObject(found) ? found : undefined
  }

  /** Like `at`, for all objects in a list. */
  all(values: readonly unknown[]): Json[] {
    return values.map((value) => this.at(value)).filter((one) => one !== undefined)
  }

  #noteOutside(reference: string): undefined {
    if (this.outside.size < mostOutside) this.outside.add(reference.slice(0, 200))
  }

  /** Returns the target of a JSON Pointer. */
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

  /** Returns definitions by name: `components.securitySchemes`, or the Swagger 2.0 equivalent. */
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
    // The reference contains percent signs that are not encoded.
  }
  return plain.replaceAll('~1', '/').replaceAll('~0', '~')
}
