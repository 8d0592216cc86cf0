import { service } from './service.js'
import type { Text } from './text.js'
import { fill } from './text.js'

/** The language of the sources, which has every sentence. */
export const sourceLanguage = 'en'

/** Translations of English templates. */
export type Texts = Readonly<Record<string, string>>

/** The languages of the installation. */
export class Languages {
  readonly #texts = new Map<string, Map<string, string>>()

  /** Later additions replace earlier ones. */
  add(language: string, texts: Texts): void {
    const known = this.#texts.get(language) ?? new Map<string, string>()
    for (const [template, translation] of Object.entries(texts)) known.set(template, translation)
    this.#texts.set(language, known)
  }

  /** BCP 47 tags, starting with the source language. */
  get tags(): string[] {
    return [sourceLanguage, ...this.#texts.keys()]
  }

  /** Undefined without a translation. */
  translate({ template, params }: Text, language: string): string | undefined {
    const translation = this.#texts.get(language)?.get(template)
    return translation === undefined ? undefined : fill(translation, params)
  }
}

/** The languages of the running application. */
export const languages = service<Languages>('kernel.languages')
