import type { HttpContext } from '@adonisjs/core/http'
import { languages, sourceLanguage } from '../ground/languages.js'
import { english, type Text } from '../ground/text.js'

/** Whoever reads an answer, in the language they asked for (Accept-Language). */
export class Reader {
  #language: string | undefined

  constructor(private readonly http: HttpContext) {}

  /** The language they asked for, if it is one of the installation's. */
  get language(): string {
    const tags = languages.peek()?.tags ?? []
    return (this.#language ??= this.http.request.language(tags) ?? sourceLanguage)
  }

  /** The sentence in their language, or in English. */
  say(sentence: Text): string {
    return this.translate(sentence) ?? english(sentence)
  }

  /** The sentence in their language; undefined in English, and where nobody has translated it. */
  translate(sentence: Text): string | undefined {
    const known = languages.peek()
    if (!known || known.tags.length === 1) return undefined
    const { response } = this.http
    const said = known.translate(sentence, this.language)
    // A stream tells sentences long after its head.
    if (response.headersSent) return said
    response.vary('Accept-Language')
    if (said !== undefined) response.header('content-language', this.language)
    return said
  }
}
