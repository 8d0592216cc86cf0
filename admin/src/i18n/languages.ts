import type { Store } from 'ra-core'
import type { Registry } from '../registry/registry.js'
import { hostMessages } from './host.js'

/** The languages of the console, English first. */
export const languagesOf = ({ messages }: Registry): string[] => [
  ...new Set([hostMessages, ...messages].flatMap((part) => Object.keys(part))),
]

/** Returns the initial language: the chosen one, else the first language of the browser that the console has. */
export function firstLanguage(registry: Registry, store: Store): string {
  const known = languagesOf(registry)
  const wanted = [store.getItem<string>('locale'), ...navigator.languages]
  const found = wanted.flatMap((tag) => (tag ? [tag, tag.split('-')[0]!] : []))
  return found.find((tag) => known.includes(tag)) ?? 'en'
}

/** The name of a language in that language. */
export function nameOf(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
