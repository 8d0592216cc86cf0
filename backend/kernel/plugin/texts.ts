import { sourceLanguage, type Texts } from '../ground/languages.js'
import { PluginGraphError } from './graph.js'

/**
 * Refuses a translation with a placeholder that its sentence lacks: people would see the braces.
 * @throws PluginGraphError
 */
export function checkTexts(plugin: string, language: string, texts: Texts): void {
  if (!isTag(language) || language === sourceLanguage) {
    throw new PluginGraphError(
      `Plugin "${plugin}": "${language}" is not a language to translate into. Write it like "de" or "pt-BR".`
    )
  }
  for (const [template, translation] of Object.entries(texts)) {
    const placeholders = placeholdersIn(template)
    const unknown = [...placeholdersIn(translation)].find(
      (placeholder) => !placeholders.has(placeholder)
    )
    if (unknown === undefined) continue
    throw new PluginGraphError(
      `Plugin "${plugin}": its texts in "${language}" use ${unknown}, which "${template}" does not.`
    )
  }
}

const placeholdersIn = (template: string) => new Set(template.match(/\{\w+\}/g))

function isTag(language: string): boolean {
  try {
    return /^[a-z]{2,3}(-|$)/.test(language) && Intl.getCanonicalLocales(language)[0] === language
  } catch {
    return false
  }
}
