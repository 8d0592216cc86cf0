import { service } from './service.js'
import type { Text } from './text.js'
import { fill } from './text.js'

/** The language of the sources, in which every sentence is there. */
export const sourceLanguage = 'en'

/** What a language says instead of English templates. */
export type Texts = Readonly<Record<string, string>>

/** The languages of the installation. */
export class Languages {
  readonly #texts = new Map<string, Map<string, string>>()

  /** What is added later is said instead of what was there before. */
  add(language: string, texts: Texts): void {
    const known = this.#texts.get(language) ?? new Map<string, string>()
    for (const [template, translation] of Object.entries(texts)) known.set(template, translation)
    this.#texts.set(language, known)
  }

  /** BCP 47 tags, that of the sources first. */
  get tags(): string[] {
    return [sourceLanguage, ...this.#texts.keys()]
  }

  /** Undefined for a sentence nobody has translated. */
  translate({ template, params }: Text, language: string): string | undefined {
    const translation = this.#texts.get(language)?.get(template)
    return translation === undefined ? undefined : fill(translation, params)
  }
}

/** The languages of the running application. */
export const languages = service<Languages>('kernel.languages')
