import type { Store } from 'ra-core'
import type { PluginTexts } from './catalog.js'
import { hostMessages } from './host.js'

/** The languages of the console, English first. */
export const languagesOf = ({ messages }: Pick<PluginTexts, 'messages'>): string[] => [
  ...new Set([hostMessages, ...messages].flatMap((part) => Object.keys(part))),
]

/** Returns the initial language: the chosen one, else the first language of the browser that the console has. */
export function firstLanguage(plugins: Pick<PluginTexts, 'messages'>, store: Store): string {
  const known = languagesOf(plugins)
  const wanted = [store.getItem<string>('locale'), ...navigator.languages]
  const found = wanted.flatMap((tag) => (tag ? [tag, tag.split('-')[0]!] : []))
  return found.find((tag) => known.includes(tag)) ?? 'en'
}

/** Adds a default language to the store. Without a language in the store, react-admin's first render is empty. */
export const withLanguage = <S extends Store>(store: S, language: string): S => ({
  ...store,
  getItem: <T>(key: string, otherwise?: T) =>
    store.getItem(key, key === 'locale' ? (otherwise ?? (language as T)) : otherwise),
})

/** The name of a language in that language. */
export function nameOf(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
