import type { Store } from 'ra-core'
import type { Registry } from '../registry/registry.js'
import { hostMessages } from './host.js'

/** The languages the console can be read in, English first. */
export const languagesOf = ({ messages }: Registry): string[] => [
  ...new Set([hostMessages, ...messages].flatMap((part) => Object.keys(part))),
]

/** The language to begin with: the one chosen before, else the first of the browser's that is there. */
export function firstLanguage(registry: Registry, store: Store): string {
  const known = languagesOf(registry)
  const wanted = [store.getItem<string>('locale'), ...navigator.languages]
  const found = wanted.flatMap((tag) => (tag ? [tag, tag.split('-')[0]!] : []))
  return found.find((tag) => known.includes(tag)) ?? 'en'
}

/** What a language calls itself. */
export function nameOf(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
