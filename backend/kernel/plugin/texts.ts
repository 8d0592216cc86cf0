import { sourceLanguage, type Texts } from '../ground/languages.js'
import { PluginGraphError } from './graph.js'

/** A translation that names what its sentence does not have would show braces to people. @throws PluginGraphError */
export function checkTexts(plugin: string, language: string, texts: Texts): void {
  if (!isTag(language) || language === sourceLanguage) {
    throw new PluginGraphError(
      `Plugin "${plugin}": "${language}" is no language to translate into; write it like "de" or "pt-BR".`
    )
  }
  for (const [template, translation] of Object.entries(texts)) {
    const places = placesIn(template)
    const unknown = [...placesIn(translation)].find((place) => !places.has(place))
    if (unknown === undefined) continue
    throw new PluginGraphError(
      `Plugin "${plugin}": its texts in "${language}" name ${unknown}, which "${template}" does not.`
    )
  }
}

const placesIn = (template: string) => new Set(template.match(/\{\w+\}/g))

function isTag(language: string): boolean {
  try {
    return /^[a-z]{2,3}(-|$)/.test(language) && Intl.getCanonicalLocales(language)[0] === language
  } catch {
    return false
  }
}
