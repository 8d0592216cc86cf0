import type { HttpContext } from '@adonisjs/core/http'
import { languages, sourceLanguage } from '../ground/languages.js'
import { english, type Text } from '../ground/text.js'

/** The reader of an answer, with the language of Accept-Language. */
export class Reader {
  #language: string | undefined

  constructor(private readonly http: HttpContext) {}

  /** The requested language if installed, else English. */
  get language(): string {
    const tags = languages.peek()?.tags ?? []
    return (this.#language ??= this.http.request.language(tags) ?? sourceLanguage)
  }

  /** The sentence in the reader's language, or in English. */
  say(sentence: Text): string {
    return this.translate(sentence) ?? english(sentence)
  }

  /** The sentence in the reader's language; undefined for English and for missing translations. */
  translate(sentence: Text): string | undefined {
    const known = languages.peek()
    if (!known || known.tags.length === 1) return undefined
    const { response } = this.http
    const translated = known.translate(sentence, this.language)
    // A stream sends sentences long after its headers.
    if (response.headersSent) return translated
    response.vary('Accept-Language')
    if (translated !== undefined) response.header('content-language', this.language)
    return translated
  }
}
